/** Given on every start, so that an update changes them for clusters that exist. */
const settings: Readonly<Record<string, string>> = {
  // Only the owner of the data folder gets in.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0600',
  // One service with a small pool; the rest is for an administrator.
  max_connections: '50',
  max_parallel_workers_per_gather: '0',
  shared_buffers: '96MB',
  // Pages are in memory or on flash, where none is farther than its neighbour: an index is worth its while.
  random_page_cost: '1.1',
  // Right after an import the planner must not believe that tables are empty.
  autovacuum_naptime: '10s',
  // A recorded reading survives a power cut. There is no replica, so the log need not be good for one.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '64MB',
  max_wal_size: '1GB',
  io_method: 'sync',
  jit: 'off',
  // Our statements are short: planning each time would cost as much as the statement.
  plan_cache_mode: 'force_generic_plan',
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_checkpoints: 'off',
  log_line_prefix: '',
}

export const settingArguments = (changes: Readonly<Record<string, string>>): string[] =>
  Object.entries({ ...settings, ...changes }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
