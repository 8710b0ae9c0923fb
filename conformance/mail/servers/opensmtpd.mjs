/** OpenSMTPD has no SMTPUTF8; it says `550 Invalid recipient` for an unknown mailbox as for a relay that it denies. */
export const opensmtpd = {
  name: "OpenSMTPD",
  packages: ["opensmtpd"],
  users: { opensmtpd: 905, opensmtpq: 906 },
  ports: ["plain"],
  command: ["sh", "-c", "chmod 600 /etc/key.pem && install -d -m 711 /var/spool/smtpd && exec smtpd -d"],
  files: ({ ports, boxes, user, sizeLimit, hostName }) => ({
    "etc/smtpd.conf": `
pki here cert "/etc/cert.pem"
pki here key "/etc/key.pem"
smtp max-message-size "${sizeLimit}"
table boxes { ${boxes.map((name) => `"${name}@example.com" = "${user}"`).join(", ")} }
listen on 127.0.0.1 port ${ports.plain} hostname ${hostName} tls pki here
action "box" maildir "/mail/%{rcpt.user}" virtual <boxes>
match from any for domain "example.com" action "box"
`,
  }),
};
