export const health = {
  ok: 'Reading',
  partial: 'Partly read',
  silent: 'Silent',
  unreachable: 'Not connected',
  idle: 'Nothing to read',
  disabled: 'Paused',
  connected: 'Connected',
  disconnected: 'Not connected',
}
