/** PostgreSQL settings by name; each value is passed as `-c name=value`. */
export type Flags = Record<string, string>;

const DEFAULTS: Flags = {
  max_connections: "200",
  shared_buffers: "256MB",
  // Fewer forced checkpoints under a steady stream of inserts.
  max_wal_size: "2GB",
  wal_compression: "off",
  // Our statements are short; compiling them costs more than it saves.
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // A forgotten BEGIN must not hold back vacuum and row locks for ever.
  idle_in_transaction_session_timeout: "60s",
};

/** Not for callers to change: the server is reachable from this machine alone, over TCP, and by password. */
const FIXED: Flags = { listen_addresses: "127.0.0.1", unix_socket_directories: "", password_encryption: "scram-sha-256" };

export function serverArguments(dataDir: string, port: number, flags: Flags = {}): string[] {
  const settings = Object.entries({ ...DEFAULTS, ...flags, ...FIXED });
  return ["-D", dataDir, "-p", String(port), ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}
