import { box } from './api/box/box.contract.ts'
import { bus } from './api/bus/bus.contract.ts'
import { card } from './api/card/card.contract.ts'
import { classFind } from './api/class-find/class-find.contract.ts'
import { device } from './api/device/device.contract.ts'
import { firmware } from './api/firmware/firmware.contract.ts'
import { log } from './api/log/log.contract.ts'
import { login } from './api/login/login.contract.ts'
import { modbus } from './api/modbus/modbus.contract.ts'
import { mqtt } from './api/mqtt/mqtt.contract.ts'
import { search } from './api/search/search.contract.ts'
import { serial } from './api/serial/serial.contract.ts'
import { settings } from './api/settings/settings.contract.ts'
import { system } from './api/system/system.contract.ts'
import { tasks } from './api/tasks/tasks.contract.ts'
import { units } from './api/units/units.contract.ts'
import { users } from './api/users/users.contract.ts'

export { errorFields } from './http/errors.ts'

const both = {
  login,
  search,
  classFind,
  modbus,
  card,
  system,
  bus,
  units,
  serial,
  tasks,
  mqtt,
  users,
  log,
  firmware,
  box,
}

/** The whole API on one page, in both variants: they differ in what the gateway tells of itself and in its settings. */
export const contracts = {
  A: { ...both, device: device.A, settings: settings.A },
  B: { ...both, device: device.B, settings: settings.B },
}
