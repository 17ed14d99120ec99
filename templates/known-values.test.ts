import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeValue, readExtent } from '@busbar/modbus'
import { templates } from './index.ts'

/** The first address that is read, the registers in hexadecimal, and what they mean; null where they say that there is no value. */
type Row = readonly [label: string, address: number, hex: string, shown: string | null]

/**
 * Registers as real devices sent them or as makers print them, by SKU, with the source. Where nothing was published they are made from
 * the definition of the registers, which then keeps the map from changing unnoticed and proves no more than that.
 */
const frames: Readonly<Record<string, readonly [source: string, ...rows: Row[]]>> = {
  'abb-ach550': [
    'Constructed from the register definitions: ABB ACH550 user manual',
    ['ready_on', 3, '0001', '1'],
    ['n', 101, 'ff85', '-123'],
    ['F', 102, 'ff85', '-12.3'],
    ['E', 114, '04d2', '1234'],
  ],
  'abb-acs550': [
    'Constructed from the register definitions: ABB ACS550 user manual',
    ['ready_on', 3, '0001', '1'],
    ['n', 101, 'ff85', '-123'],
    ['F', 102, 'ff85', '-12.3'],
    ['E', 114, '04d2', '1234'],
  ],
  'abb-b21': [
    'ABB B21 user manual: all ones, or 7FFF for signed numbers, is no value',
    ['PF', 23354, '7fff', null],
    ['E_exp', 20484, 'ffff ffff ffff ffff', null],
    ['F', 23340, '1389', '50.01'],
    ['P', 23316, 'ffff ff9c', '-1'],
  ],
  'abb-b23': [
    'ABB B23/B24 user manual: all ones, or 7FFF for signed numbers, is no value',
    ['E_exp', 20484, 'ffff ffff ffff ffff', null],
    ['I2', 23310, 'ffff ffff', null],
    ['P1', 23318, '7fff ffff', null],
    ['U1', 23296, '0000 0901', '230.5'],
    ['E_imp', 20480, '0000 0000 0001 e240', '1234.56'],
    ['PF_total', 23354, '7fff', null],
  ],
  'advantech-adam-4056so': [
    'Constructed from the register definitions: Advantech ADAM-4000 series user manual',
    ['DO1', 16, '0001', '1'],
  ],
  'advantech-adam-6050': [
    'Constructed from the register definitions: Advantech ADAM-6000 series user manual',
    ['DI1', 0, '0001', '1'],
  ],
  'advantech-adam-6052': [
    'Constructed from the register definitions: Advantech ADAM-6000 series user manual',
    ['DI1', 0, '0001', '1'],
  ],
  'carel-ir33': [
    'Constructed from the register definitions: Carel ir33 user manual',
    ['SP', 404, 'ff85', '-12.3'],
    ['unit', 54, '0001', '1'],
    ['d_interval', 464, 'ff85', '-123'],
  ],
  'chint-ddsu666': [
    'Constructed from the register definitions: Chint DDSU666 user manual',
    ['U', 8192, '4366 8000', '230.5'],
    ['P', 8196, '4366 8000', '230500'],
  ],
  'chint-dtsu666-0x4000': [
    'Constructed from the register definitions: Chint DTSU666 user manual',
    ['U12', 8192, '4366 8000', '23.1'],
    ['I1', 8204, '4366 8000', '0.231'],
    ['F', 8260, '4366 8000', '2.31'],
    ['E_imp', 16414, '4366 8000', '230.5'],
  ],
  'chint-dtsu666': [
    'Constructed from the register definitions: Chint DTSU666 user manual',
    ['U12', 8192, '4366 8000', '23.1'],
    ['I1', 8204, '4366 8000', '0.231'],
    ['F', 8260, '4366 8000', '2.31'],
    ['E_imp', 4126, '4366 8000', '230.5'],
  ],
  controller: [
    'Constructed from the register definitions: our own family',
    ['type', 0, '04d2', '1234'],
    ['command', 120, '0003', '3'],
    ['day_seconds', 230, 'fffe ee8f', '-70001'],
    ['bit_rate', 458, '0001 1171', '70001'],
  ],
  'danfoss-ekc202d': [
    'Constructed from the register definitions: Danfoss EKC 202 Modbus parameter list',
    ['SP_now', 2545, 'ff85', '-12.3'],
    ['defrost', 1035, '0001', '1'],
    ['AL_delay', 10001, '04d2', '1234'],
    ['d_end', 1000, '04d2', '123.4'],
  ],
  'danfoss-fc51': [
    'Constructed from the register definitions: Danfoss VLT Micro Drive FC 51 programming guide',
    ['F_set', 16009, 'fffe ee8f', '-70.001'],
    ['F_set_rel', 16019, 'ff85', '-12.3'],
    ['F', 16129, '04d2', '123.4'],
    ['I', 16139, '04d2', '12.34'],
  ],
  'deepsea-gencomm': [
    'GenComm standard: eight sentinels at the end of each type',
    ['p_oil', 1024, 'ffff', null],
    ['T_coolant', 1025, '7ffb', null],
    ['U1', 1032, 'ffff fff8', null],
    ['P1', 1052, '7fff fffd', null],
    ['p_oil', 1024, '0190', '400'],
    ['T_coolant', 1025, '0052', '82'],
  ],
  'delta-dtb': [
    'Delta DTB instruction sheet: 8002H to 8007H are errors',
    ['T', 4096, '8003', null],
    ['T', 4096, '00fa', '25'],
    ['T', 4096, 'fff6', '-1'],
  ],
  'deye-sg-eu': [
    'Constructed from the register definitions: Deye single-phase hybrid inverter Modbus protocol',
    ['state', 59, '0005', '5'],
    ['U_pv1', 109, '04d2', '123.4'],
    ['P_pv1', 186, '04d2', '1234'],
    ['E_total', 96, '1171 0001', '7000.1'],
  ],
  'deye-sg04lp3': [
    'Constructed from the register definitions: Deye three-phase hybrid inverter Modbus protocol',
    ['P_pv1', 672, '04d2', '1234'],
    ['U_pv1', 676, '04d2', '123.4'],
    ['E_total', 534, '1171 0001', '7000.1'],
    ['U_bat', 587, '04d2', '12.34'],
  ],
  'eastron-sdm120': ['Tasmota, answer of an SDM120 in its driver', ['U', 0, '4366 3334', '230.2']],
  'eastron-sdm230': ['Eastron Modbus protocol, example of the voltage', ['U', 0, '4366 3334', '230.2']],
  'eastron-sdm630': ['Eastron Modbus protocol, example of the voltage', ['U1', 0, '4366 3334', '230.2']],
  'eastron-sdm72-v1': [
    'Constructed from the register definitions: Eastron SDM72D-M manual',
    ['P_total', 52, '4366 8000', '230.5'],
  ],
  'eastron-sdm72': ['Eastron Modbus protocol, example of the voltage', ['U1', 0, '4366 3334', '230.2']],
  'eletechsup-r4dcb08': [
    'acpiccolo R4DCB08-Temperature-Collector, tests',
    ['T1', 0, '00db', '21.9'],
    ['T1', 0, 'ff90', '-11.2'],
    ['T1', 0, '8000', null],
  ],
  em130: [
    'Constructed from the register definitions: our own family',
    ['type', 0, '04d2', '1234'],
    ['mode', 2, '0002', '2'],
    ['day_seconds', 6, 'fffe ee8f', '-70001'],
    ['latitude', 12, '4366 8000', '230.5'],
  ],
  em1p: [
    'Constructed from the register definitions: our own family',
    ['U', 0, '04d2', '123.4'],
    ['I', 1, '04d2', '12.34'],
    ['P', 2, 'ff85', '-123'],
    ['S', 4, '04d2', '1234'],
  ],
  em3p: [
    'Constructed from the register definitions: our own family',
    ['U1', 0, '4366 8000', '230.5'],
    ['E', 48, '0000 0000 0001 e240', '123456'],
    ['E1', 56, '1171 0001', '700.01'],
    ['E_precise', 64, '4132 d687 8000 0000', '1234567.5'],
  ],
  'fif-le-01mr': [
    'F&F LE-01MR v.2 user manual, example of the voltage: 241700 is 241.7 V',
    ['U', 256, '0003 b024', '241.7'],
  ],
  'finder-7m24': [
    'Constructed from the register definitions: Finder 7M.24/7M.38 Modbus protocol',
    ['P', 2490, '4366 8000', '230.5'],
    ['E_imp', 2752, '4366 8000', '0.231'],
  ],
  'finder-7m38': [
    'Constructed from the register definitions: Finder 7M.24/7M.38 Modbus protocol',
    ['U1', 2500, '4366 8000', '230.5'],
    ['E_imp', 2752, '4366 8000', '0.231'],
  ],
  'fronius-symo': [
    'Constructed from the register definitions: Fronius Modbus TCP and RTU operating instructions',
    ['state', 40117, '0008', '8'],
    ['state_vendor', 40118, '04d2', '1234'],
    ['I_total', 40071, '4366 8000', '230.5'],
    ['E_total', 40101, '4366 8000', '0.231'],
  ],
  'gavazzi-em111': [
    'Constructed from the register definitions: Carlo Gavazzi EM100/ET100 communication protocol',
    ['U', 0, 'ee8f fffe', '-7000.1'],
    ['I', 2, 'ee8f fffe', '-70.001'],
    ['PF', 14, 'ff85', '-0.123'],
    ['F', 15, '04d2', '123.4'],
  ],
  'gavazzi-em24': [
    'Constructed from the register definitions: Carlo Gavazzi EM24-DIN communication protocol',
    ['U1', 0, 'ee8f fffe', '-7000.1'],
    ['I1', 12, 'ee8f fffe', '-70.001'],
    ['PF1', 50, 'ff85', '-0.123'],
    ['F', 55, '04d2', '123.4'],
  ],
  'gavazzi-em340': [
    'Constructed from the register definitions: Carlo Gavazzi EM330/EM340 communication protocol',
    ['U1', 0, 'ee8f fffe', '-7000.1'],
    ['I1', 12, 'ee8f fffe', '-70.001'],
    ['PF1', 46, 'ff85', '-0.123'],
    ['F', 51, '04d2', '123.4'],
  ],
  'goodwe-dt': [
    'marcelblijleven goodwe, running data of a GW6000-DT',
    ['U_pv1', 30103, '0c88', '320.8'],
    ['I_pv2', 30106, '0020', '3.2'],
    ['U_pv3', 30107, 'ffff', null],
    ['U1', 30118, '08d0', '225.6'],
    ['F', 30124, '1386', '49.98'],
    ['P', 30127, '0000 072b', '1835'],
    ['T', 30141, '019d', '41.3'],
    ['E_total', 30145, '0002 097e', '13350.2'],
    ['hours', 30147, '0000 2103', '8451'],
  ],
  'goodwe-et': [
    'marcelblijleven goodwe, running data of a GW10K-ET',
    ['P_pv1', 35105, '0000 069f', '1695'],
    ['P', 35137, '0000 033f', '831'],
    ['P_grid', 35139, 'ffff fffd', '-3'],
    ['U_bat', 35180, '09ee', '254.2'],
    ['I_bat', 35181, 'ff9e', '-9.8'],
    ['P_bat', 35182, 'ffff f630', '-2512'],
  ],
  'growatt-tl-x': [
    'Constructed from the register definitions: Growatt inverter Modbus RTU protocol II',
    ['state', 0, '0003', '3'],
    ['P_dc', 1, '0001 1171', '7000.1'],
    ['U_pv1', 3, '04d2', '123.4'],
    ['P', 35, 'fffe ee8f', '-7000.1'],
  ],
  'hager-ecr380d': [
    'Constructed from the register definitions: Hager ECR380D Modbus communication table',
    ['U1', 45056, '04d2', '12.34'],
    ['I1', 45065, '0001 1171', '70.001'],
    ['P_total', 45073, 'fffe ee8f', '-700010'],
    ['S_total', 45077, '0001 1171', '700010'],
  ],
  'huawei-sun2000': [
    'wlcrs huawei-solar-lib: the highest number of a type is invalid',
    ['P', 32080, '7fff ffff', null],
    ['soc', 37760, 'ffff', null],
    ['U_pv1', 32016, '7fff', null],
    ['P', 32080, '0000 157c', '5500'],
    ['state', 32089, '0200', '512'],
  ],
  'inepro-pro380': [
    'Constructed from the register definitions: Inepro PRO380 user manual',
    ['U1', 20482, '4366 8000', '230.5'],
    ['P_total', 20498, '4366 8000', '230500'],
  ],
  inverter: [
    'Constructed from the register definitions: our own family',
    ['state', 0, '0004', '4'],
    ['P', 2, 'ee8f fffe', '-70001'],
    ['U_ac', 4, '04d2', '123.4'],
    ['I_ac', 5, '04d2', '12.34'],
  ],
  'janitza-umg96rm': [
    'Constructed from the register definitions: Janitza UMG 96RM Modbus address list',
    ['U1', 19000, '4366 8000', '230.5'],
    ['E_imp', 19068, '4366 8000', '0.231'],
  ],
  'kmtronic-relay-8': [
    'Constructed from the register definitions: KMtronic relay board manual',
    ['K1', 0, '0001', '1'],
  ],
  'kostal-plenticore': [
    'Constructed from the register definitions: Kostal PLENTICORE Modbus interface description',
    ['state', 56, '0012', '18'],
    ['P_dc', 100, '8000 4366', '230.5'],
    ['E_load', 118, '8000 4366', '0.231'],
    ['soc', 514, '04d2', '1234'],
  ],
  'lovato-dmg610': [
    'Constructed from the register definitions: Lovato DMG series Modbus protocol',
    ['U1', 1, '0001 1171', '700.01'],
    ['I1', 7, '0001 1171', '7.0001'],
    ['P1', 19, 'fffe ee8f', '-700.01'],
    ['PF1', 37, 'fffe ee8f', '-7.0001'],
  ],
  'moxa-iologik-e1210': [
    'Constructed from the register definitions: Moxa ioLogik E1200 series user manual',
    ['DI1', 0, '0001', '1'],
  ],
  'moxa-iologik-e1214': [
    'Constructed from the register definitions: Moxa ioLogik E1200 series user manual',
    ['DI1', 0, '0001', '1'],
  ],
  'fif-le-01mr-v1': [
    'Tasmota, answers of an LE-01MR in its driver',
    ['U', 305, '5b02', '232.98'],
    ['PF', 344, '03e8', '1'],
    ['I', 313, '0000 0072', '0.114'],
    ['EQ_total', 40990, '0000 00b0', '1.76'],
  ],
  'orno-we516': [
    'Constructed from the register definitions: Orno OR-WE-516/OR-WE-517 register description',
    ['U1', 14, '4366 8000', '230.5'],
    ['P_total', 28, '4366 8000', '230500'],
  ],
  pump: [
    'Constructed from the register definitions: our own family',
    ['state', 0, '0002', '2'],
    ['F_out', 1, '04d2', '12.34'],
    ['flow', 2, '0080 6643', '230.5'],
    ['E', 10, '7111 0100', '7000.1'],
  ],
  'pzem-004t': [
    'Tasmota, answer of a PZEM-004T v3 in its driver',
    ['U', 0, '08d1', '225.7'],
    ['I', 1, '006c 0000', '0.108'],
    ['P', 3, '00f4 0000', '24.4'],
    ['E_imp', 5, '0026 0000', '0.038'],
    ['F', 7, '01f4', '50'],
    ['PF', 8, '0064', '1'],
    ['alarm', 9, '0000', '0'],
  ],
  'pzem-017': [
    'Tasmota and ESPHome, answer of a PZEM-017 in their drivers',
    ['U', 0, '0540', '13.44'],
    ['I', 1, '000a', '0.1'],
    ['P', 2, '000d 0000', '1.3'],
    ['E', 4, '0002 0000', '0.002'],
  ],
  rpm416: [
    'Constructed from the register definitions: our own family',
    ['U1', 0, '04d2', '123.4'],
    ['I1', 3, '04d2', '12.34'],
    ['P_total', 8, 'feff 8fee', '-70001'],
    ['trips', 12, '0001 1171', '70001'],
  ],
  'schneider-iem3155': [
    'iEM3000 user manual: the lowest INT64 is not available',
    ['E_imp', 3203, '8000 0000 0000 0000', null],
    ['E_imp', 3203, '0000 0000 0012 d687', '1234.567'],
    ['U1', 3027, '4366 0000', '230'],
  ],
  'schneider-pm5110': [
    'Constructed from the register definitions: Schneider Electric PM51xx register list',
    ['I1', 2999, '4366 8000', '230.5'],
    ['P1', 3053, '4366 8000', '230500'],
  ],
  'siemens-pac2200': [
    'Constructed from the register definitions: Siemens SENTRON PAC manuals',
    ['U1', 1, '4366 8000', '230.5'],
    ['E_imp_T1', 801, '4132 d687 8000 0000', '1234.568'],
  ],
  'sma-sunny-boy': [
    'openWB, what an SMA inverter sends at night',
    ['P', 30775, '8000 0000', null],
    ['E_today', 30517, 'ffff ffff ffff ffff', null],
    ['state', 30201, '00ff fffd', null],
    ['U1', 30783, 'ffff ffff', null],
  ],
  'socomec-countis-e34': [
    'Constructed from the register definitions: Socomec COUNTIS E communication tables',
    ['U1', 50520, '0001 1171', '700.01'],
    ['I1', 50528, '0001 1171', '70.001'],
    ['P_total', 50536, 'fffe ee8f', '-700010'],
  ],
  'socomec-diris-a10': [
    'Constructed from the register definitions: Socomec DIRIS A10 communication table',
    ['U1', 50520, '0001 1171', '700.01'],
    ['I1', 50528, '0001 1171', '70.001'],
    ['P_total', 50536, 'fffe ee8f', '-700010'],
    ['E_imp', 50780, '0001 1171', '70001'],
  ],
  'sofar-hyd-g3': [
    'Constructed from the register definitions: SofarSolar G3 Modbus protocol',
    ['state', 1028, '0007', '7'],
    ['U_pv1', 1412, '04d2', '123.4'],
    ['I_pv1', 1413, '04d2', '12.34'],
    ['P_pv1', 1414, '04d2', '12340'],
  ],
  'solaredge-inverter': [
    'SolarEdge SunSpec implementation technical note: integers with scale factors',
    ['P', 40083, '08fc 0000', '2300'],
    ['P', 40083, '08fc ffff', '230'],
    ['P', 40083, '8000 ffff', null],
    ['I1', 40072, '04b0 0000 0000 fffe', '12'],
    ['F', 40085, 'c382 fffd', '50.05'],
    ['E_total', 40093, '0012 d687 0000', '1234.567'],
    ['P', 40083, '08fc 8000', null],
    ['U12', 40076, 'ffff 0000 0000 0000 0000 0000 ffff', null],
  ],
  'solaredge-meter': [
    'SolarEdge SunSpec implementation technical note: integers with scale factors',
    ['P_total', 40206, 'f768 0000 0000 0000 0000', '-2200'],
    ['F', 40204, '1389 fffe', '50.01'],
    ['E_imp', 40234, '0012 d687 0000 0000 0000 0000 0000 0000 0000', '1234.567'],
  ],
  'solis-4g': [
    'Constructed from the register definitions: Ginlong Solis inverter Modbus communication',
    ['state', 3043, '07db', '2011'],
    ['U_pv1', 3021, '04d2', '123.4'],
    ['P_dc', 3006, '0001 1171', '70001'],
    ['F', 3042, '04d2', '12.34'],
  ],
  'solis-hybrid': [
    'evcc: magnitudes whose direction is in 33135',
    ['I_bat', 33134, '002d 0001', '-4.5'],
    ['I_bat', 33134, '002d 0000', '4.5'],
    ['P_bat', 33135, '0001 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0bb8', '-3000'],
    ['soc', 33139, '0051', '81'],
  ],
  'sungrow-sg': [
    'Sungrow communication protocol: FFFF is no value',
    ['U_pv3', 5014, 'ffff', null],
    ['I1', 5021, 'fffb', '-0.5'],
    ['P_grid', 5082, 'fc18 ffff', '-1000'],
    ['state', 5037, '8100', '33024'],
  ],
  'sungrow-sh': [
    'mkaiser Sungrow-SHx: FFFF is no value, battery power in 5213',
    ['U_pv2', 5012, 'ffff', null],
    ['P_bat', 5213, 'f448 ffff', '-3000'],
    ['state', 12999, '0400', '1024'],
  ],
  thermo: [
    'Constructed from the register definitions: our own family',
    ['T', 0, 'ff85', '-12.3'],
    ['T_ambient', 1, '04d2', '73.4'],
    ['heater_hours', 2, '0001 1171', '700.01'],
    ['heater', 0, '0001', '1'],
  ],
  'vacon-10': [
    'Constructed from the register definitions: Vacon 10 user manual',
    ['ready', 2100, '0001', '1'],
    ['F', 2103, 'ff85', '-1.23'],
    ['n', 2104, 'ff85', '-123'],
    ['I', 2105, '04d2', '12.34'],
  ],
  'victron-gx': [
    'Constructed from the register definitions: Victron CCGX Modbus TCP register list',
    ['relay1', 806, '0001', '1'],
    ['P_pv_out1', 808, '04d2', '1234'],
    ['P_grid1', 820, 'ff85', '-123'],
    ['U_bat', 840, '04d2', '123.4'],
  ],
  'victron-multiplus': [
    'Constructed from the register definitions: Victron CCGX Modbus TCP register list',
    ['state', 31, '00fc', '252'],
    ['U_in1', 3, '04d2', '123.4'],
    ['I_in1', 6, 'ff85', '-12.3'],
    ['F_in', 9, 'ff85', '-1.23'],
  ],
  'waveshare-relay-8ch': [
    'Constructed from the register definitions: Waveshare Modbus RTU Relay wiki',
    ['K1', 0, '0001', '1'],
    ['unit_id', 16384, '04d2', '1234'],
    ['firmware', 32768, '04d2', '12.34'],
  ],
  weather: [
    'Constructed from the register definitions: our own family',
    ['T', 0, 'ff85', '-12.3'],
    ['RH', 1, '04d2', '123.4'],
    ['wind', 6, '6643 0080', '230.5'],
    ['wind_dir', 10, '04d2', '1234'],
  ],
  'wellpro-wp3066': [
    'Wellpro WP3066ADAM manual V1.42, section 5.2: above 10000 is negative, 65535 is no sensor',
    ['T1', 0, '00fb', '25.1'],
    ['T1', 0, '2742', '-5'],
    ['T8', 7, 'ffff', null],
  ],
  'wellpro-wp3082': ['2smart modbus bridge, example of a WP3082ADAM', ['AI1', 0, '09ce', '12.26']],
  'wellpro-wp3084': ['2smart modbus bridge, example of a WP3084ADAM', ['AI1', 0, '05af', '3.55']],
  'wellpro-wp8025': [
    'Constructed from the register definitions: 2smart modbus bridge',
    ['K1', 0, '0001', '1'],
    ['unit_id', 100, '04d2', '1234'],
  ],
  'wellpro-wp8026': ['Constructed from the register definitions: wb-mqtt-serial', ['DI1', 0, '0001', '1']],
  'wellpro-wp8027': [
    'Constructed from the register definitions: wb-mqtt-serial',
    ['DO1', 0, '0001', '1'],
    ['unit_id', 100, '04d2', '1234'],
  ],
  'wellpro-wp8028': ['Constructed from the register definitions: wb-mqtt-serial', ['DI1', 0, '0001', '1']],
  'xy-md02': [
    'XY-MD02 manual, examples of temperature and humidity',
    ['T', 1, '0131', '30.5'],
    ['T', 1, 'ff33', '-20.5'],
    ['RH', 2, '0222', '54.6'],
  ],
}

for (const [sku, [source, ...rows]] of Object.entries(frames)) {
  test(`${sku}: known registers show what they mean (${source})`, () => {
    const params = templates().get(sku)?.paramTemplates ?? []
    for (const [label, address, hex, shown] of rows) {
      const param = params.find((one) => one.label === label)
      assert.ok(param, label)
      assert.equal(readExtent(param).address, address, label)
      const words = hex.split(' ').map((word) => Number.parseInt(word, 16))
      assert.deepEqual(decodeValue(param, words), shown === null ? { err: 'no-value' } : { ok: shown }, label)
    }
  })
}

test('every family has registers whose meaning is known', () => {
  const known = new Set(Object.keys(frames).map((sku) => templates().get(sku)))
  for (const template of new Set(templates().values())) assert.ok(known.has(template), template.skus.join())
})
