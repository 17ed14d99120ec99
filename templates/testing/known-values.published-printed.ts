import type { Frames } from './known-values.frames.ts'

/** Constants that manufacturers or drivers publish with their registers: device identification and no-value codes. */
export const publishedPrinted: Frames = {
  'acrel-adw300': [
    'Acrel ADW300 manual V1.3, example of the temperature of the neutral conductor: 105 is 10.5 °C',
    ['T_N', 16, '0069', '10.5'],
  ],
  'afore-hybrid': [
    'davidrapan ha-solarman, after the protocol Afore T6 V1.0: numbers of the states of the battery',
    ['bat_state', 2000, '0004', 'Charging'],
    ['bat_state', 2000, '0005', 'Discharging'],
    ['bat_state', 2000, '0006', 'Idle'],
  ],
  'cre-compact': [
    'victronenergy dbus-modbus-client: numbers of the modes and states of a controller with firmware 2.40',
    ['mode', 4008, '0002', 'Automatic'],
    ['state', 4001, '0003', 'Warming up'],
    ['state', 4001, '00ff', 'Fault'],
  ],
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
  'eskort-sokol-m': [
    'ESKORT SOKOL-M passport and user manual, as the thread "Fix SOKOL-M template" of wb-mqtt-serial quotes it: 2457 is 24.57 degrees',
    ['T', 3, '0999', '24.57'],
  ],
  'etrel-inch': [
    'Etrel, script of the maker that reads an INCH: answers that it notes beside the registers, 9 A allowed, 237.5 V, 49.97 Hz, 2.8 kW, and the number of each state',
    ['status', 0, '0002', 'Waiting for the vehicle to be connected'],
    ['I_limit', 4, '4110 0000', '9'],
    ['F', 6, '4247 e148', '49.97'],
    ['U1', 8, '436d 8a3d', '237.5'],
    ['P', 26, '4033 3333', '2800'],
  ],
  'finder-7m24': [
    'Finder 7M.24/7M.38 Modbus protocol, its example of the type of these registers: 123.45 is 42F6 E666h; the group of meters 7M is 5',
    ['F', 2498, '42f6 e666', '123.45'],
    ['type', 9000, '0005', '7M'],
  ],
  'finder-7m38': [
    'Finder 7M.24/7M.38 Modbus protocol, its example of the type of these registers: 123.45 is 42F6 E666h; the group of meters 7M is 5',
    ['F', 2584, '42f6 e666', '123.45'],
    ['type', 9000, '0005', '7M'],
  ],
  'foxess-h1': [
    'nathanmarlor foxess_modbus: numbers of the states of an H1',
    ['state', 11_056, '0002', 'On grid'],
    ['state', 11_056, '0005', 'Permanent fault'],
  ],
  'huawei-smartlogger': [
    'theyo-tester ha-smartlogger3000-modbus-config, after the interface definitions of Huawei: numbers of the states of a plant',
    ['state', 40_566, '0001', 'On grid'],
    ['state', 40_566, '0003', 'On grid, power limited'],
    ['state', 40_566, '0006', 'Outage by a fault'],
  ],
  'janitza-umg511': [
    'Janitza UMG 511 Modbus address list: the sequence of the phases is the number 1 clockwise, -1 counter-clockwise and 0 when there is none, each as a float',
    ['sequence', 4009, '3f80 0000', '1'],
    ['sequence', 4009, 'bf80 0000', '-1'],
    ['sequence', 4009, '0000 0000', '0'],
  ],
  'janitza-umg604': [
    'Janitza UMG 604 Modbus address list: the sequence of the phases is the number 1 clockwise, -1 counter-clockwise and 0 when there is none, each as a float',
    ['sequence', 1449, '3f80 0000', '1'],
    ['sequence', 1449, 'bf80 0000', '-1'],
    ['sequence', 1449, '0000 0000', '0'],
  ],
  'nrgkick-gen2': [
    'evcc, after the description of the maker: numbers of the states',
    ['state', 251, '0001', 'Standby'],
    ['state', 251, '0003', 'Charging'],
    ['state', 251, '0006', 'Error'],
  ],
  'orno-we504': [
    'ORNO OR-WE-504 register list, its example of an energy, as a driver quotes it: 0ED3h is 3795 Wh; Peter Ivanov, reader of the meter, by which it tries the line: 9600 bit/s is 4',
    ['E', 7, '0000 0ed3', '3.795'],
    ['baud', 14, '0004', '9600 bit/s'],
  ],
  'orno-we525': [
    'Peter Ivanov, reader of the OR-WE-525, by which it tries the line: 9600 bit/s, as the meter comes, is 6',
    ['baud', 4108, '0006', '9600 bit/s'],
  ],
  peblar: [
    'Peblar py-modbus-api-client, of the maker: what it read from a station of one phase at 232 V that does not charge, with the registers and how they are taken',
    ['E', 30_000, '0000 0000 0000 0000', '0'],
    ['P', 30_014, '0000 0000', '0'],
    ['U1', 30_016, '0000 00e8', '232'],
    ['serial', 30_050, '3235 2d31 322d 4132 562d 4233 5700 0000 0000 0000 0000 0000', '25-12-A2V-B3W'],
    ['model', 30_062, '3630 3031 2d32 3139 342d 3038 3031 0000 0000 0000 0000 0000', '6001-2194-0801'],
    ['firmware', 30_074, '312e 362e 322d 5054 0000 0000 0000 0000 0000 0000 0000 0000', '1.6.2-PT'],
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
  'siemens-7kt16': [
    'Lovato I317 (12/2019): answer 01 04 04 00 01 FB 00 E9 74, 1.29792 kW in L2; the manual of Siemens lists the same powers, currents and voltages at the same addresses with the same factors',
    ['P2', 21, '0001 fb00', '1297.92'],
  ],
  'siemens-g120': [
    'Siemens SINAMICS G120C operating instructions: bits of the status word, which the maker has in the same register here',
    ['ready', 109, '0002', 'Yes'],
    ['running', 109, '0004', 'Yes'],
    ['tripped', 109, '0008', 'Yes'],
    ['warning', 109, '0080', 'Yes'],
  ],
  'siemens-v20': [
    'bdring FluidNC, driver of the V20: of the set-point and of the speed that it has, 4000h is all of the reference frequency',
    ['reference', 100, '4000', '100'],
    ['F_rel', 110, '4000', '100'],
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
  'varta-element': [
    'tobiasvoll varta_pulse_neo, after the register list of VARTA: numbers of the states',
    ['state', 1065, '0002', 'Charging'],
    ['state', 1065, '0003', 'Discharging'],
    ['state', 1065, '0007', 'Islanding'],
  ],
  'veda-vf51': [
    'wb-mqtt-serial: bits of the state of a drive',
    ['running', 8194, '0001', 'Yes'],
    ['tripped', 8194, '0010', 'Yes'],
  ],
  'victron-genset': [
    'victronenergy dbus-modbus-client: product ids of gensets, by the controller that a GX reads',
    ['type', 3212, 'b044', 'ComAp'],
    ['type', 3212, 'b049', 'DEIF'],
  ],
  'victron-pvinverter': [
    'Victron Modbus TCP register list: numbers of the places where an inverter may be connected',
    ['position', 1026, '0000', 'AC input 1'],
    ['position', 1026, '0001', 'AC output'],
    ['position', 1026, '0002', 'AC input 2'],
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
