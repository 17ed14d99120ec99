import type { Frames } from './known-values.frames.ts'

/** Fixed values that makers or drivers print with their registers: what a unit is, and what it sends in place of a reading. */
export const publishedPrinted: Frames = {
  'datakom-d500': [
    'victronenergy dbus-modbus-client, by which a GX knows the controllers: a D-500 says d500h, a D-700 d700h',
    ['type', 10_609, 'd500', 'D-500'],
    ['type', 10_609, 'd700', 'D-700'],
  ],
  'deif-agc150': [
    'victronenergy dbus-modbus-client, by which a GX knows the controllers: a genset unit says AGC150GEN, and zeros after it',
    ['model', 770, '4147 4331 3530 4745 4e00 0000', 'AGC150GEN'],
  ],
  'eliwell-idplus': [
    'wb-mqtt-serial: what a controller sends for a probe that fails',
    ['T1', 295, '8000', null],
    ['T3', 299, '8000', null],
  ],
  'phoenix-charx': [
    'klconsultancy aiophoenixcontactcharx, after the manual of the CHARX SEC: the state is two characters, and a current of a phase that is not known is -1',
    ['state', 1299, '4332', 'Charging (C2)'],
    ['I2', 1240, 'ffff ffff', null],
  ],
  'shelly-pro-3em': [
    'Shelly Gen2 documentation: the model is twenty bytes, zeros after it; that of a Pro 3EM is SPEM-003CEBEU',
    ['model', 6, '5350 454d 2d30 3033 4345 4245 5500 0000 0000 0000', 'SPEM-003CEBEU'],
  ],
  'solax-x3-mic': [
    'SolaX MIC-G2 three phase inverter, Modbus RTU protocol V1.9: numbers of the machine types and of the modes',
    ['type', 846, '0006', 'X3-MIC 10 kW'],
    ['state', 1039, '0002', 'Normal'],
  ],
  'sunspec-meter-float': [
    'SunSpec models 1 and 213: after a common block of 66 registers the number of the model, 213, and its length, 124',
    ['type', 40_070, '00d5 007c', 'Three phases, star'],
  ],
  'victron-genset': [
    'victronenergy dbus-modbus-client: product ids of gensets, by the controller that a GX reads',
    ['type', 3212, 'b044', 'ComAp'],
    ['type', 3212, 'b049', 'DEIF'],
  ],
  'victron-tank': [
    'Victron list of product ids, as keshavdv victron-ble has it',
    ['type', 3000, 'a160', 'Tank sensor'],
    ['type', 3000, 'a161', 'Tank input of the GX'],
  ],
  'victron-temperature': [
    'Victron list of product ids, as keshavdv victron-ble has it',
    ['type', 3300, 'a162', 'Temperature input of the GX'],
  ],
  'wirenboard-map3e': [
    'Wiren Board wb-mqtt-serial, the template of the maker: what a meter sends for a voltage that it cannot measure',
    ['U1', 5136, 'ffff ffff', null],
    ['U12', 5148, 'ffff', null],
  ],
  'wirenboard-msw3': [
    'Wiren Board wb-mqtt-serial, the template of the maker: what a unit sends for a sensor that it lacks or that fails',
    ['T', 4, '7fff', null],
    ['RH', 5, 'ffff', null],
    ['co2', 8, 'ffff', null],
  ],
}
