import type { Frames } from './known-values.frames.ts'

/** Made from the definition of the registers, of meters that came later: they keep a map from changing unnoticed, and prove no more. */
export const madeMeters: Frames = {
  'acrel-adw300': [
    'evcc',
    ['U1', 20, '04d2', '123.4'],
    ['I1', 26, '04d2', '12.34'],
    ['P1', 30, 'fffe ee8f', '-70001'],
    ['E_imp', 62, '0001 1171', '700.01'],
  ],
  'be-mpm3pm': [
    'MPM3PM Modbus description, as volkszaehler mbmd has it',
    ['E', 0, 'fffe ee8f', '-700.01'],
    ['E_imp', 2, '0001 1171', '700.01'],
    ['U1', 8, '0001 1171', '7000.1'],
  ],
  'bgetech-drt428m': [
    'B+G E-Tech DRT428M register map',
    ['U1', 14, '4366 8000', '230.5'],
    ['P_total', 28, '4366 8000', '230500'],
  ],
  'bgetech-ds100': [
    'B+G E-Tech DS100 user manual, as volkszaehler mbmd has it',
    ['U1', 1024, '0001 1171', '70.001'],
    ['I1', 1040, 'fffe ee8f', '-70.001'],
    ['P1', 1050, 'fffe ee8f', '-70001'],
    ['S1', 1058, '0001 1171', '70001'],
  ],
  'bgetech-ws100': [
    'B+G E-Tech WS100 user manual, as volkszaehler mbmd has it',
    ['U', 256, '0001 1171', '70.001'],
    ['I', 258, 'fffe ee8f', '-70.001'],
    ['P', 260, 'fffe ee8f', '-70001'],
    ['S', 262, '0001 1171', '70001'],
  ],
  'camillebauer-aplus': ['Camille Bauer APLUS Modbus interface', ['U_avg', 99, '8000 4366', '230.5']],
  'eastron-sdm54': ['Eastron SDM54 Modbus protocol, as volkszaehler mbmd has it', ['U1', 0, '4366 8000', '230.5']],
  'eastron-smart-x96': [
    'Eastron SMART X96-1A Modbus protocol, as volkszaehler mbmd has it',
    ['U1', 0, '4366 8000', '230.5'],
  ],
  'eltako-dsz15': [
    'Eltako Modbus protocol of the DSZ15DZMOD, as volkszaehler mbmd has it',
    ['U1', 0, 'fffe ee8f', '-700.01'],
    ['P1', 12, 'fffe ee8f', '-70001'],
    ['PF1', 30, 'fffe ee8f', '-70.001'],
  ],
  'janitza-umg511': [
    'Janitza UMG 511 Modbus address list',
    ['U1', 3845, '4366 8000', '230.5'],
    ['E', 19060, '4366 8000', '0.23'],
  ],
  'janitza-umg604': [
    'Janitza UMG 604 Modbus address list',
    ['U1', 1317, '4366 8000', '230.5'],
    ['E', 9827, '4366 8000', '0.23'],
  ],
  'kostal-ksem': [
    'TQ Energy Manager technical note Modbus Slave 0013',
    ['P_imp', 0, '0001 1171', '7000.1'],
    ['PF_total', 24, 'fffe ee8f', '-70.001'],
    ['F', 26, '0001 1171', '70.001'],
    ['E_imp', 512, '0000 0000 0001 e240', '12.3456'],
  ],
  'orno-we504': [
    'ORNO OR-WE-504 register list, as volkszaehler mbmd has it',
    ['U', 0, '04d2', '123.4'],
    ['P', 3, '04d2', '1234'],
    ['PF', 6, '04d2', '1.234'],
    ['E', 7, '0001 1171', '70.001'],
  ],
  'orno-we525': [
    'ORNO OR-WE-525 register list, as volkszaehler mbmd has it',
    ['U', 256, 'fffe ee8f', '-70.001'],
    ['P', 260, 'fffe ee8f', '-70001'],
    ['F', 266, '04d2', '123.4'],
    ['PF', 267, 'ff85', '-0.123'],
  ],
  'pqplus-umd': ['PQ Plus Modbus protocol of the UMD series', ['F', 4100, '4366 8000', '230.5']],
  'shelly-pro-3em': [
    'Shelly Gen2 documentation of the EM and EMData components',
    ['I_N', 1007, '8000 4366', '230.5'],
    ['E_imp', 1162, '8000 4366', '0.23'],
  ],
  'siemens-7kt16': [
    'evcc',
    ['U1', 1, '0001 1171', '700.01'],
    ['I1', 7, '0001 1171', '7.0001'],
    ['P_total', 57, 'fffe ee8f', '-700.01'],
    ['E_imp', 6687, '0001 1171', '70.001'],
  ],
  'socomec-countis-e14': [
    'Socomec COUNTIS E14 communication table',
    ['U', 50520, '0001 1171', '700.01'],
    ['F', 50526, '0001 1171', '70.001'],
    ['P', 50536, 'fffe ee8f', '-700010'],
    ['S', 50540, '0001 1171', '700010'],
  ],
  'sunspec-meter': [
    'SunSpec models 1 and 201 to 204',
    ['I_total', 40072, '04d2 0000 0000 0000 ffff', '123.4'],
    ['E_exp', 40108, '0001 1171 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 ffff', '7.0001'],
  ],
  'sunspec-meter-65': [
    'SunSpec models 1 and 201 to 204',
    ['I_total', 40071, '04d2 0000 0000 0000 ffff', '123.4'],
    ['E_exp', 40107, '0001 1171 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 ffff', '7.0001'],
  ],
  'sunspec-meter-65-float': [
    'SunSpec models 1 and 211 to 213',
    ['I_total', 40071, '4366 8000', '230.5'],
    ['E_exp', 40129, '4366 8000', '0.23'],
  ],
  'sunspec-meter-float': [
    'SunSpec models 1 and 211 to 213',
    ['I_total', 40072, '4366 8000', '230.5'],
    ['E_exp', 40130, '4366 8000', '0.23'],
  ],
  'victron-grid-meter': [
    'Victron Modbus TCP register list',
    ['U1', 2616, '04d2', '123.4'],
    ['I1', 2617, 'ff85', '-12.3'],
    ['E_imp1', 2622, '0001 1171', '700.01'],
    ['P1', 2638, 'fffe ee8f', '-70001'],
  ],
  'wirenboard-map3e': [
    "Wiren Board wb-mqtt-serial, the maker's own template",
    ['U1', 5136, '0001 1171', '0.01'],
    ['U12', 5148, '04d2', '12.34'],
    ['I1', 5142, '0001 1171', '0.017'],
    ['P_total', 4864, 'fffe ee8f', '-358.4'],
  ],
}
