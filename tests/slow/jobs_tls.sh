# Jobs through a Redis server that speaks TLS, with certificates made here: the results are those of
# one process, also when the server is killed meanwhile, and every certificate that does not fit is
# refused. Skipped where hiredis has no TLS (0.14, of Debian 12).
# Takes 20 s on two cores.
. tests/support/shell.sh
. tests/support/redis.sh

skip() {
    echo "skipped: $1"
    exit 0
}
capture "$BIANCA" jobs rediss://127.0.0.1:1
case $err in
*'without hiredis'*) skip 'the program was built without hiredis' ;;
*'TLS needs hiredis'*) skip "the program was built with a hiredis that has no TLS: $err" ;;
esac
for tool in redis-server openssl; do
    command -v $tool >/dev/null || skip "there is no $tool"
done
redis-server --port 0 --tls-port 0 --daemonize no --dir /no/such/folder 2>&1 |
    grep -qi 'tls.*not\|Bad directive' && skip 'this redis-server has no TLS'

# An authority, and certificates of it for this machine, for another one and for a client.
certificates=$TMPDIR/tls
mkdir -p "$certificates"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=authority' -keyout "$certificates/ca.key" \
    -out "$certificates/ca.crt" 2>/dev/null || fault 'no authority'
certificate() {
    openssl req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout "$certificates/$1.key" \
        -out "$certificates/$1.csr" 2>/dev/null
    printf '%s\n' "$2" >"$certificates/$1.ext"
    openssl x509 -req -in "$certificates/$1.csr" -CA "$certificates/ca.crt" -CAkey "$certificates/ca.key" \
        -CAcreateserial -days 2 -extfile "$certificates/$1.ext" -out "$certificates/$1.crt" 2>/dev/null ||
        fault "no certificate for $1"
}
certificate here 'subjectAltName=DNS:localhost,IP:127.0.0.1'
certificate elsewhere 'subjectAltName=DNS:elsewhere.example,IP:192.0.2.1'
certificate client 'subjectAltName=DNS:client'

tls_port=$((20000 + ($$ * 7 + $(date +%N | sed 's/^0*//')) % 20000))
# tls_start CERTIFICATE yes|no: with that certificate, and asking clients for one or not.
tls_start() {
    redis_start --tls-port "$tls_port" --tls-cert-file "$certificates/$1.crt" \
        --tls-key-file "$certificates/$1.key" --tls-ca-cert-file "$certificates/ca.crt" \
        --tls-auth-clients "$2" --requirepass secret-word
}
tls=rediss://:secret-word@127.0.0.1:$tls_port
trusting="env SSL_CERT_FILE=$certificates/ca.crt"
jobs() {
    $trusting "$BIANCA" jobs "$@"
}

# --- The same results, also when the server dies ----------------------------------------------

tls_start here no
selfplay="$BIANCA selfplay --board 6x6 --depth 3 --exact-from 9 --random-plies 1-12 --games 2560"
$selfplay --threads 1 --out "$TMPDIR/alone" >/dev/null || fault 'selfplay'
for host in 127.0.0.1 localhost; do
    rm -f "$TMPDIR/games"
    $trusting $selfplay --jobs "rediss://:secret-word@$host:$tls_port/$host" --threads 2 --lease 2 \
        --out "$TMPDIR/games" >"$TMPDIR/submitter" 2>&1 &
    submitter=$!
    i=0
    until jobs "rediss://:secret-word@$host:$tls_port/$host" --json 2>/dev/null | grep -q '"waiting":[1-9]' ||
        [ $i -eq 200 ]; do
        sleep 0.05
        i=$((i + 1))
    done
    for pause in 0.5 0.3; do
        sleep $pause
        redis_kill
        tls_start here no
    done
    wait $submitter || fault "at $host: $(cat "$TMPDIR/submitter")"
    cmp "$TMPDIR/alone" "$TMPDIR/games" || fault "at $host: not the same"
    grep -q secret-word "$TMPDIR/submitter" && fault 'shows the password'
    expect_output '"done":40,"running":0,"waiting":0,"failed":0' jobs "rediss://:secret-word@$host:$tls_port/$host" --json
done
# Payloads and results of more than one record of TLS (16 KB).
awk 'BEGIN {
    srand(7)
    for (n = 0; n < 2000; n++) {
        board = ""
        for (i = 0; i < 64; i++) board = board (i % 9 == n % 9 ? "-" : rand() < 0.5 ? "X" : "O")
        print board, n % 2 ? "X" : "O"
    }
}' >"$TMPDIR/positions.obf"
solve="$BIANCA solve $TMPDIR/positions.obf --json"
$solve --threads 1 | sed 's/"seconds":[0-9.]*,//' >"$TMPDIR/solved"
[ "$(wc -l <"$TMPDIR/solved")" -eq 2000 ] || fault 'not all positions are solved'
$trusting $solve --jobs "$tls/solve" --threads 2 >"$TMPDIR/solved.jobs" || fault 'solve'
cmp "$TMPDIR/solved" "$TMPDIR/solved.jobs" || fault 'solve: not the same'

# --- What is refused --------------------------------------------------------------------------

expect_error 1 'password' jobs "rediss://127.0.0.1:$tls_port/x"
expect_error 1 'password' jobs "rediss://:wrong-word@127.0.0.1:$tls_port/x"
expect_error 1 'the certificate of the server is refused' env SSL_CERT_FILE=/dev/null \
    SSL_CERT_DIR=/no/such/folder "$BIANCA" jobs "$tls/x"
# Redis waits for the end of what it takes for a command.
expect_error 1 'the server does not answer' jobs "rediss://:secret-word@127.0.0.1:$redis_port/x"
expect_error 1 '127.0.0.1' jobs "redis://:secret-word@127.0.0.1:$tls_port/x"
case $err in *secret-word*) fault "shows the password: $err" ;; esac

redis_kill
tls_start elsewhere no
for host in 127.0.0.1 localhost; do
    expect_error 1 'the certificate of the server is refused: *mismatch' \
        jobs "rediss://:secret-word@$host:$tls_port/x"
done
# A worker, which waits for servers that are away, does not wait for another certificate.
expect_error 1 'the certificate of the server is refused' $trusting "$BIANCA" worker "$tls/x" --drain

# A server that asks for a client's certificate.
redis_kill
tls_start here yes
expect_error 1 'asks for a certificate: set BIANCA_REDIS_CERT' jobs "$tls/x"
mine="env BIANCA_REDIS_CERT=$certificates/client.crt BIANCA_REDIS_KEY=$certificates/client.key"
expect_output '"failed":0' $mine $trusting "$BIANCA" jobs "$tls/localhost" --json
expect_error 1 'need each other' env BIANCA_REDIS_CERT="$certificates/client.crt" $trusting "$BIANCA" jobs "$tls/x"
expect_error 1 'BIANCA_REDIS_KEY' env BIANCA_REDIS_CERT="$certificates/client.crt" \
    BIANCA_REDIS_KEY=Makefile $trusting "$BIANCA" jobs "$tls/x"
