/** Postfix: several services with settings of their own in one master, and postgrey as the policy of one of them. */
export const postfix = {
  name: "Postfix",
  packages: ["postfix"],
  users: { postfix: 901, postdrop: 902 },
  ports: ["plain", "fewRecipients", "oldFashioned", "greylisted", "policy"],
  command: [
    "sh",
    "-c",
    `install -d -o postfix /var/lib/postfix && install -d /var/spool/postfix && touch /var/log/postfix
    tail -f /var/log/postfix & postfix start-fg; false`,
  ],
  files: ({ ports, boxes, uid, sizeLimit, hostName }) => ({
    "etc/postfix/main.cf": `
compatibility_level = 3.6
queue_directory = /var/spool/postfix
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
data_directory = /var/lib/postfix
meta_directory = /etc/postfix
shlib_directory = /usr/lib/postfix
mail_owner = postfix
setgid_group = postdrop
maillog_file = /var/log/postfix
myhostname = ${hostName}
mydestination =
mynetworks = 192.0.2.1
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
alias_database =
local_recipient_maps =
smtpd_relay_restrictions = reject_unauth_destination
virtual_mailbox_domains = example.com
virtual_mailbox_base = /mail
virtual_mailbox_maps = texthash:/etc/postfix/boxes
virtual_uid_maps = static:${uid}
virtual_gid_maps = static:${uid}
message_size_limit = ${sizeLimit}
mailbox_size_limit = 0
smtpd_tls_cert_file = /etc/cert.pem
smtpd_tls_key_file = /etc/key.pem
smtpd_tls_security_level = may
smtpd_client_connection_count_limit = 0
smtpd_error_sleep_time = 0
`,
    "etc/postfix/boxes": boxes.map((name) => `${name}@example.com ${name}/`).join("\n"),
    "etc/postfix/master.cf": `
127.0.0.1:${ports.plain} inet n - n - - smtpd
127.0.0.1:${ports.fewRecipients} inet n - n - - smtpd
  -o smtpd_recipient_limit=2
127.0.0.1:${ports.oldFashioned} inet n - n - - smtpd
  -o smtpd_discard_ehlo_keywords=smtputf8,8bitmime,pipelining,chunking,dsn,starttls
127.0.0.1:${ports.greylisted} inet n - n - - smtpd
  -o smtpd_recipient_restrictions=check_policy_service,inet:127.0.0.1:${ports.policy}
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`,
  }),
};

/** The greylister: it takes a recipient that it does not know when it is asked again after a second. */
export const postgrey = {
  name: "postgrey",
  packages: [
    ...["postgrey", "libberkeleydb-perl", "libnetaddr-ip-perl", "libdigest-hmac-perl", "libnet-dns-perl"],
    ...["libcgi-pm-perl", "libio-multiplex-perl", "libsocket6-perl", "libio-socket-inet6-perl"],
    ...["libnet-cidr-perl", "libnet-server-perl"],
  ],
  users: { postgrey: 903 },
  ports: [],
  command: ({ policy }) => [
    "sh",
    "-c",
    `install -d -o postgrey /var/lib/postgrey /run/postgrey && touch /etc/postgrey/whitelist_recipients.local &&
    exec postgrey --inet=127.0.0.1:${policy} --delay=1 --dbdir=/var/lib/postgrey --pidfile=/run/postgrey/pid`,
  ],
  files: () => ({}),
};
