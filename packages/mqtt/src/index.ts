export { type Arrived, type Message, MqttConnection, MqttRefused } from './connection.ts'
export { type BrokerSocketOptions, connectBroker, placeOf } from './dial.ts'
export { passes } from './filter.ts'
export { NewestWins } from './newest-wins.ts'
