export { PassRunner } from './pass-runner.ts'
export { AlertWatch, type AlertWatchStatus, type ConfirmRequest } from './watch/alert-watch.ts'
