/** Exim: ten mails over a connection, then 421; a full mailbox; no SMTPUTF8 and no 8BITMIME. */
export const exim = {
  name: "Exim",
  packages: [
    ...["exim4-daemon-light", "exim4-base", "exim4-config", "libidn12", "libgnutls-dane0", "libunbound8"],
    ...["libevent-2.1-7", "libdb5.3", "libpcre2-8-0"],
  ],
  users: { "Debian-exim": 904 },
  ports: ["plain"],
  command: ["sh", "-c", "install -d -o Debian-exim /var/spool/exim4 /var/log/exim4 && exec exim4 -bdf -q5s"],
  files: ({ ports, boxes, uid, sizeLimit, hostName }) => ({
    "etc/exim4/exim4.conf": `
primary_hostname = ${hostName}
daemon_smtp_ports = ${ports.plain}
local_interfaces = 127.0.0.1
log_file_path = /var/log/exim4/%slog
smtp_accept_max_per_connection = 10
smtp_accept_max = 100
smtp_accept_queue_per_connection = 0
message_size_limit = ${sizeLimit}
accept_8bitmime = false
smtputf8_advertise_hosts =
tls_advertise_hosts = *
tls_certificate = /etc/cert.pem
tls_privatekey = /etc/key.pem
acl_smtp_rcpt = rcpt
never_users =
begin acl
rcpt:
  defer
    local_parts = full
    message = 452 4.2.2 Mailbox full
  deny
    domains = example.com
    !verify = recipient
    message = Unknown user
  accept
    domains = example.com
  deny
    message = relay not permitted
begin routers
box:
  driver = accept
  domains = example.com
  local_parts = ${["full", ...boxes].join(" : ")}
  transport = box
begin transports
box:
  driver = appendfile
  directory = /mail/$local_part_data
  maildir_format
  create_directory
  user = ${uid}
  group = ${uid}
begin retry
* * F,1h,1m
`,
  }),
};
