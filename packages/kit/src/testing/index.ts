export { anyText } from './any-text.ts'
export { freePort } from './free-port.ts'
export { runs } from './runs.ts'
export { until } from './until.ts'
