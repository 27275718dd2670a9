# Control groups of version 2, on a kernel that has them, in a virtual machine: as root at the top and
# in a slice, as a user to whom a slice is delegated, and as one who has none. KERNEL is its image
# (default: the newest in /boot; Debian: linux-image-cloud-amd64); needs qemu-system-x86 and a static
# busybox. Takes 2 minutes.
. tests/support/shell.sh
. tests/support/arena.sh
KERNEL=${KERNEL:-$(ls /boot/vmlinuz-* 2>/dev/null | tail -n 1)}
BUSYBOX=${BUSYBOX:-$(command -v busybox)}
if [ -z "$KERNEL" ] || [ -z "$BUSYBOX" ] || ! command -v qemu-system-x86_64 >/dev/null; then
    echo 'skipped: needs qemu-system-x86_64, busybox and a kernel image'
    exit
fi

# A file system with the program, a hostile one, bubblewrap and their libraries. bubblewrap cannot
# work in the first file system of a kernel, so the machine moves into another at once.
root=$TMPDIR/root system=$TMPDIR/root/system
mkdir -p "$root/bin" "$system/opt/test" "$system/usr/bin"
for name in proc sys tmp dev root; do mkdir "$system/$name"; done
for name in lib lib64 bin; do ln -s "usr/$name" "$system/$name"; done
cp "$BUSYBOX" "$root/bin/busybox"
for file in "$(command -v bwrap)" "$(command -v setpriv)" "$BIANCA" "$bots/hostile"; do
    ldd "$file" | sed -n 's/.*=> \(\/[^ ]*\).*/\1/p; s/^\t\(\/lib[^ ]*\).*/\1/p' | while read -r library; do
        folder=$(dirname "${library#/usr}")
        mkdir -p "$system/usr$folder"
        cp -L "$library" "$system/usr$folder"
    done
done
cp "$BUSYBOX" "$(command -v bwrap)" "$(command -v setpriv)" "$system/usr/bin"
cp "$BIANCA" "$bots/hostile" "$system/opt/test"

cat >"$root/init" <<'END'
#!/bin/busybox sh
/bin/busybox mkdir /new
/bin/busybox mount -t tmpfs -o size=800m none /new
/bin/busybox cp -a /system/. /new/
exec /bin/busybox switch_root /new /usr/bin/busybox sh /start
END
cat >"$system/start" <<'END'
busybox mount -t proc none /proc
busybox mount -t sysfs none /sys
busybox mount -t devtmpfs none /dev
busybox mount -t tmpfs -o mode=1777 none /tmp
busybox mount -t cgroup2 none /sys/fs/cgroup
own=/sys/fs/cgroup/a.slice
try() {
    place=$1
    shift
    for behaviour in honest eat_memory_together eat_shared_memory eat_page_tables fork_bomb; do
        "$@" /opt/test/bianca match "h=gtp:/opt/test/hostile $behaviour 2" random --games 1 --json --timeout 120 \
            --memory 256 --processes 40 2>&1 | busybox sed -n "s/.*\"ending\":\"\([^\"]*\)\".*\"black_isolation\":\"\([^\"]*\)\".*/RAN $place $behaviour \1 \2/p"
    done
    busybox find /sys/fs/cgroup -name 'bianca-*' | busybox sed 's/^/LEFT /'
}
try top busybox env
busybox mkdir -p $own/b.scope
echo $$ >$own/b.scope/cgroup.procs
echo '+memory +pids +cpu' >/sys/fs/cgroup/cgroup.subtree_control
try slice busybox env
busybox chown -R 54321 $own
try delegated /usr/bin/setpriv --reuid=54321 --regid=54321 --clear-groups
busybox chown -R 0 $own
try none /usr/bin/setpriv --reuid=54321 --regid=54321 --clear-groups
busybox poweroff -f
END
chmod 755 "$root/init" "$root/bin/busybox"
(cd "$root" && find . | "$BUSYBOX" cpio -o -H newc) 2>/dev/null | gzip -1 >"$TMPDIR/initrd"
timeout 900 qemu-system-x86_64 -accel tcg -cpu Nehalem -m 1536 -nographic -nic none -no-reboot \
    -kernel "$KERNEL" -initrd "$TMPDIR/initrd" \
    -append 'console=ttyS0 quiet panic=-1 mitigations=off no_timer_check tsc=reliable' \
    </dev/null >"$TMPDIR/console" 2>&1

for place in top slice delegated none; do
    case $place in none) group='' ;; *) group=+cgroup ;; esac
    case $place in top | slice) user=+own-user ;; *) user='' ;; esac
    for pair in honest:played_out eat_memory_together:memory_limit eat_shared_memory:played_out \
        eat_page_tables:memory_limit fork_bomb:process_limit; do
        line="RAN $place ${pair%:*} ${pair#*:} bubblewrap+seccomp+no-network$group$user+limits"
        tr -d '\r' <"$TMPDIR/console" | grep -qF "$line" || fault "missing: $line"
    done
done
! grep LEFT "$TMPDIR/console" || fault 'groups are left'
[ $faults -eq 0 ] || tail -n 40 "$TMPDIR/console"
