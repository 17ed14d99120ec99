import type { contracts } from '@busbar/gateway/contract'
import type { Answer, Request } from '@busbar/wire'

/** Of both variants: A has the same operations, with a few fields less. */
type Contract = (typeof contracts)['B']

type OperationName = { [R in keyof Contract]: `${R}.${keyof Contract[R] & string}` }[keyof Contract]
type Operation<N extends string> = N extends `${infer R extends keyof Contract}.${infer O}`
  ? O extends keyof Contract[R]
    ? Contract[R][O]
    : never
  : never
type RouteOf<E> = E extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never

/** Methods and paths are written here, so that the contract with its schemas is not loaded; the compiler holds them to it. */
export const routes = {
  'login.salt': 'GET /api/login/salt/',
  'login.login': 'POST /api/login/',
  'login.logout': 'POST /api/cmd/logout/',
  'device.version': 'GET /api/version/',
  'device.identify': 'GET /api/identify/',
  'bus.status': 'GET /api/bus/',
  'units.list': 'GET /api/units/',
  'units.identify': 'POST /api/units/identify/',
  'units.name': 'POST /api/units/name/',
  'serial.ports': 'GET /api/serial/ports/',
  'serial.choose': 'POST /api/serial/port/',
  'search.startLines': 'POST /api/modbus/find/lines/start/',
  'search.linesResult': 'GET /api/modbus/find/lines/',
  'search.stop': 'POST /api/modbus/find/stop/',
  'classFind.start': 'POST /api/modbus/class-find/start/',
  'classFind.result': 'GET /api/modbus/class-find/result/',
  'modbus.request': 'POST /api/modbus/req/',
  'modbus.reconnect': 'POST /api/cmd/callback/reconnect/',
  'settings.schema': 'GET /api/settings/schema/',
  'settings.active': 'GET /api/settings/active/get/',
  'settings.saved': 'GET /api/settings/saved/get/',
  'settings.set': 'POST /api/settings/saved/set/',
  'settings.export': 'POST /api/cmd/settings/export/',
  'settings.import': 'POST /api/cmd/settings/import/',
  'settings.reset': 'POST /api/cmd/settings/reset/',
  'system.reboot': 'POST /api/cmd/reboot/',
  'system.setTime': 'POST /api/cmd/time/set/',
  'system.syncTime': 'POST /api/cmd/time/sync/',
  'card.dir': 'POST /api/card/dir/',
  'card.write': 'POST /api/card/file/write/',
  'card.remove': 'POST /api/card/remove/',
  'card.eject': 'POST /api/cmd/memory/card_eject/',
  'tasks.list': 'GET /api/tasks/',
  'tasks.check': 'POST /api/tasks/check/',
  'tasks.start': 'POST /api/tasks/start/',
  'tasks.stop': 'POST /api/tasks/stop/',
  'mqtt.status': 'GET /api/mqtt/',
  'mqtt.set': 'POST /api/mqtt/set/',
  'mqtt.remove': 'POST /api/mqtt/remove/',
  'users.list': 'GET /api/users/',
  'users.setPassword': 'POST /api/users/password/',
  'users.pressButton': 'POST /api/cmd/button/',
  'log.lines': 'GET /api/log/',
  'box.firstRun': 'GET /api/first-run/',
  'box.status': 'GET /api/box/',
  'box.https': 'GET /api/https/',
  'firmware.status': 'GET /api/firmware/',
  'firmware.update': 'POST /api/cmd/firmware/update/',
} as const satisfies { [N in OperationName]?: RouteOf<Operation<N>> }

export type Route = keyof typeof routes
export type RequestOf<R extends Route> = Request<Operation<R>>
export type AnswerOf<R extends Route> = Answer<Operation<R>>
