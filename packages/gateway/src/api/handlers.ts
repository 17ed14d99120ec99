import {
  busHandlers,
  classFindHandlers,
  modbusHandlers,
  searchHandlers,
  serialHandlers,
  unitsHandlers,
} from './bus/bus.http.ts'
import {
  boxHandlers,
  deviceHandlers,
  firmwareHandlers,
  settingsHandlers,
  systemHandlers,
} from './device/device.http.ts'
import { loginHandlers, usersHandlers } from './session/session.http.ts'
import { cardHandlers, logHandlers } from './storage/card.http.ts'
import { mqttHandlers, tasksHandlers } from './tasks/tasks.http.ts'

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

/** Handlers of all endpoints of the contract. */
export const handlers = {
  A: { ...both, device: deviceHandlers.A, settings: settingsHandlers.A },
  B: { ...both, device: deviceHandlers.B, settings: settingsHandlers.B },
}
