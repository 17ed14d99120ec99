export { AlertWatch, type AlertWatchStatus, type ConfirmRequest } from './alert-watch.ts'
