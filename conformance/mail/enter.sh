#!/bin/sh
# enter.sh DIR PACKAGES FILES MAILBOXES COMMAND...
#
# Runs a command in a root folder that is this machine's, with the contents of the Debian packages and of FILES over it. Nothing of the
# machine changes: what the command writes is in memory, over the empty folder DIR, and gone with it, except the mails in MAILBOXES
# (/mail inside). Needs root, and a kernel with overlayfs. All processes end with this one.
set -e
exec unshare --mount --pid --fork --kill-child sh -c '
set -e
dir=$0 packages=$1 files=$2 mailboxes=$3
shift 3
mount -t tmpfs tmpfs "$dir"
mkdir "$dir/low" "$dir/up" "$dir/work" "$dir/root"
for package in "$packages"/*.deb; do dpkg-deb -x "$package" "$dir/low"; done
# Debian 12 has merged /usr; packages still name the old folders.
for top in bin sbin lib lib64; do
  if [ -d "$dir/low/$top" ]; then
    mkdir -p "$dir/low/usr/$top"
    cp -a "$dir/low/$top/." "$dir/low/usr/$top/"
    rm -rf "${dir:?}/low/$top"
  fi
done
cp -a "$files/." "$dir/low/"
mkdir -p "$dir/low/mail"
mount -t overlay overlay -o "lowerdir=$dir/low:/,upperdir=$dir/up,workdir=$dir/work" "$dir/root"
mount --rbind /dev "$dir/root/dev"
mount -t proc proc "$dir/root/proc"
mount --bind "$mailboxes" "$dir/root/mail"
exec chroot "$dir/root" "$@"
' "$@"
