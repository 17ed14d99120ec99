/** Alerts by themselves, without the service around them: for benchmarks. */

export { LiveHub } from '../live/live-hub.ts'
export { Push } from './delivery/channels/push.ts'
export { Delivery } from './delivery/delivery.ts'
export { AlertWatch } from './watch/alert-watch.ts'
