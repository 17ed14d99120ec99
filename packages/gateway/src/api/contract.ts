import { bus } from './bus/bus.contract.ts'
import { classFind } from './bus/class-find.contract.ts'
import { modbus } from './bus/modbus.contract.ts'
import { search } from './bus/search.contract.ts'
import { serial } from './bus/serial.contract.ts'
import { units } from './bus/units.contract.ts'
import { box } from './device/box.contract.ts'
import { device } from './device/device.contract.ts'
import { firmware } from './device/firmware.contract.ts'
import { settings } from './device/settings.contract.ts'
import { system } from './device/system.contract.ts'
import { login } from './session/login.contract.ts'
import { users } from './session/users.contract.ts'
import { card } from './storage/card.contract.ts'
import { log } from './storage/log.contract.ts'
import { mqtt } from './tasks/mqtt.contract.ts'
import { tasks } from './tasks/tasks.contract.ts'

export { errorFields } from './server/errors.ts'

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

/** The complete API in both variants, which differ in identity, state and settings. */
export const contracts = {
  A: { ...both, device: device.A, settings: settings.A },
  B: { ...both, device: device.B, settings: settings.B },
}
