import { boxHandlers } from './api/box/box.http.ts'
import { busHandlers } from './api/bus/bus.http.ts'
import { cardHandlers } from './api/card/card.http.ts'
import { classFindHandlers } from './api/class-find/class-find.http.ts'
import { deviceHandlers } from './api/device/device.http.ts'
import { firmwareHandlers } from './api/firmware/firmware.http.ts'
import { logHandlers } from './api/log/log.http.ts'
import { loginHandlers } from './api/login/login.http.ts'
import { modbusHandlers } from './api/modbus/modbus.http.ts'
import { mqttHandlers } from './api/mqtt/mqtt.http.ts'
import { searchHandlers } from './api/search/search.http.ts'
import { serialHandlers } from './api/serial/serial.http.ts'
import { settingsHandlers } from './api/settings/settings.http.ts'
import { systemHandlers } from './api/system/system.http.ts'
import { tasksHandlers } from './api/tasks/tasks.http.ts'
import { unitsHandlers } from './api/units/units.http.ts'
import { usersHandlers } from './api/users/users.http.ts'

const both = {
  login: loginHandlers,
  search: searchHandlers,
  classFind: classFindHandlers,
  modbus: modbusHandlers,
  card: cardHandlers,
  system: systemHandlers,
  bus: busHandlers,
  units: unitsHandlers,
  serial: serialHandlers,
  tasks: tasksHandlers,
  mqtt: mqttHandlers,
  users: usersHandlers,
  log: logHandlers,
  firmware: firmwareHandlers,
  box: boxHandlers,
}

/** One function for every endpoint of the contract. */
export const handlers = {
  A: { ...both, device: deviceHandlers.A, settings: settingsHandlers.A },
  B: { ...both, device: deviceHandlers.B, settings: settingsHandlers.B },
}
