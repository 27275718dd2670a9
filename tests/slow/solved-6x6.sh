# 6x6 from its start, perfectly played: White wins by 4. In under ten minutes on two cores.
# Takes 10 s on two cores.
. tests/support/shell.sh

begin=$(date +%s)
expect_output '"score":-4,"depth":32,' "$BIANCA" solve --board 6x6 --start --hash 1024 --json
case $out in *'"exact":true'*) ;; *) fault "not exact: $out" ;; esac
echo "$out"
seconds=$(($(date +%s) - begin))
[ $seconds -lt 600 ] || fault "took $seconds seconds"
