export { freePort } from './free-port.ts'
export { until } from './until.ts'
