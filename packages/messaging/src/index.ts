export { pageHtml } from './confirm/confirm-html.ts'
export { pageHeaders } from './confirm/confirm-page.ts'
export { Delivery } from './delivery.ts'
export type { DirectMessage } from './direct-message.ts'
