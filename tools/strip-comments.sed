# Scripts and styles as they are sent: without indentation, empty lines and comments that begin a line, a third of
# them. A comment in the middle of a line stays, and so does what follows one.
s/^[ 	]*//
/^\/\//d
# A comment on one line.
s#^/\*\([^*]\|\*[^/]\)*\*/ *##
# One of several lines: what follows its end stays.
/^\/\*/ {
    :more
    /\*\// !{
        N
        s/\n//
        b more
    }
    s#^/\*\([^*]\|\*[^/]\)*\*/ *##
}
/^$/d
