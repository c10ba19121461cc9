/** The folder, the accounts and the ports of a test's two servers. */
export type MailPlace = {
  readonly folder: string;
  readonly owner: string;
  readonly group: string;
  readonly imapPort: number;
  readonly imapsPort: number;
  readonly lmtpPort: number;
  readonly smtpPort: number;
};

/**
 * Returns the configuration of Dovecot. Every address has a mailbox and the same password. A wrong password adds no
 * delay to later sign-ins. Every block stands on lines of its own.
 */
export const dovecotConf = ({
  folder,
  owner,
  group,
  imapPort,
  imapsPort,
  lmtpPort,
}: MailPlace): string => `base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
default_internal_user = ${owner}
default_internal_group = ${group}
default_login_user = ${owner}
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
mail_location = maildir:${folder}/mail/%u
mail_uid = ${owner}
mail_gid = ${group}
first_valid_uid = 1
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${owner} gid=${group} home=${folder}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = ${imapsPort}
    ssl = yes
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${lmtpPort}
  }
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
}
`;

/**
 * Returns the configuration of Exim. It accepts mail from signed-in clients, delivers to Dovecot, and bounces mail to
 * bounce…@ and nobody@.
 */
export const eximConf = ({
  folder,
  owner,
  group,
  lmtpPort,
  smtpPort,
}: MailPlace): string => `primary_hostname = mx.example.test
exim_path = /usr/sbin/exim4
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/exim.pid
exim_user = ${owner}
exim_group = ${group}
never_users =
keep_environment =
daemon_smtp_ports = ${smtpPort}
local_interfaces = 127.0.0.1
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
auth_advertise_hosts = *
acl_smtp_rcpt = acl_rcpt
message_size_limit = 10M
queue_only = false
begin acl
acl_rcpt:
  accept authenticated = *
  deny message = relay not permitted
begin routers
later_fail:
  driver = redirect
  local_parts = nobody : ^bounce
  data = :fail: unknown user (made up for the test)
  allow_fail
local:
  driver = accept
  domains = example.test
  transport = lmtp
begin transports
lmtp:
  driver = smtp
  protocol = lmtp
  hosts = 127.0.0.1
  hosts_override
  allow_localhost
  port = ${lmtpPort}
begin retry
* * F,10m,5s
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{crm}}{eq{$auth3}{pw}}}}
  server_set_id = $auth2
`;
