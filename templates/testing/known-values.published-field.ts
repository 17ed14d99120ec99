import type { Frames } from './known-values.frames.ts'

/** Frames of real units from logs that users have published, with the meaning stated in the log. */
export const publishedField: Frames = {
  'abb-terra-ac': [
    'evcc, pull request 4922: log of a Terra AC that does not charge',
    ['I1', 16_400, '0000 0000 0000 0000 0000 0000', '0'],
    ['P', 16_412, '0000 0000', '0'],
  ],
  'alfen-eve': [
    'evcc, issues 22934 and 18877: logs of Eve charging stations, 3503 W and 8.82, 8.67, 8.53 A',
    ['P', 344, '455a f4cd', '3503.3'],
    ['I1', 320, '410d 26ea 410a b43a 4108 6a7f', '8.822'],
    ['I2', 320, '410d 26ea 410a b43a 4108 6a7f', '8.669'],
    ['I3', 320, '410d 26ea 410a b43a 4108 6a7f', '8.526'],
    ['E', 374, '4112 7b58 0000 0000', '302.81'],
  ],
  'alphaess-smile': [
    'evcc, issue 32352: log of a unit on RS-485',
    ['P_bat', 294, '01f8', '504'],
    ['I_bat', 257, '0010', '1.6'],
  ],
  'be-mpm3pm': [
    'cnkz111 MPM3PM_ESPEasy, picture of its page for a meter: 217.72 kWh, 1062.50 W and 50.00 Hz, worked back to its registers, which count hundredths',
    ['E_imp', 2, '0000 550c', '217.72'],
    ['P_total', 38, '0001 9f0a', '1062.5'],
    ['F', 44, '0000 1388', '50'],
  ],
  'bender-cc612': [
    'evcc, issue 29359: log of an AMTRON 4You 510, 239, 239 and 240 V, 2221.483 kWh',
    ['U1', 222, '0000 00ef 0000 00ef 0000 00f0', '239'],
    ['U3', 222, '0000 00ef 0000 00ef 0000 00f0', '240'],
    ['E', 218, '0021 e5ab', '2221.483'],
  ],
  'bgetech-ds100': [
    'evcc, issue 23314: a log that takes tenths for the unit shows 4.6 A, a hundred times too much: the register held 46, which is milliamperes',
    ['I1', 1040, '0000 002e', '0.046'],
    ['I2', 1042, '0000 0000', '0'],
  ],
  'bgetech-ws100': [
    'arhi ESP8266_VSC_WS100-19l3_Modbus, output for a WS100-19L3: 230.980 V, 0.422 A, 87 W, 97 VA and 50.0 Hz, worked back to its registers, which have as many decimals; B+G E-Tech WS100-19xx data sheet: the numbers of 9600 bit/s and of what the total counts, as a meter comes',
    ['U', 256, '0003 8644', '230.98'],
    ['I', 258, '0000 01a6', '0.422'],
    ['P', 260, '0000 0057', '87'],
    ['S', 262, '0000 0061', '97'],
    ['F', 266, '01f4', '50'],
    ['baud', 4108, '0006', '9600 bit/s'],
    ['counting', 4111, '0003', 'Import and export together'],
  ],
  'deye-sg01hp3': [
    'evcc, pull request 14522: what an HP3 sent to who fitted the registers to one; kbialek deye-inverter-mqtt, issue 110: the third string of a SUN-30K as on its display',
    ['P_grid', 625, '0007', '7'],
    ['E_imp', 522, '05b9 0000', '146.5'],
    ['P_pv3', 674, '0136', '3100'],
    ['U_pv3', 680, '146f', '523.1'],
    ['I_pv3', 681, '003b', '5.9'],
  ],
  'deye-string': [
    'kbialek deye-inverter-mqtt, issue 123: what a micro inverter sent, 23.4 and 24.6 V, 0.4 A',
    ['U_pv1', 109, '00ea', '23.4'],
    ['I_pv1', 110, '0004', '0.4'],
    ['U_pv2', 111, '00f6', '24.6'],
  ],
  e3dc: [
    'evcc, issue 82: log of an S10, magic number and protocol 1.2; openHAB, data in the tests of its binding: an S10 E AIO, 242 W of sun and 303 W out of the battery, 14 W from the grid, 559 W of the house, which is their sum; E3/DC Modbus/TCP interface, guide V1.90, examples: 400 W from the grid are 400 and 0, 26 and 82 % are 6738',
    ['type', 40_000, 'e3dc 0102', 'E3/DC'],
    ['P_grid', 40_073, '0190 0000', '400'],
    ['self_sufficiency', 40_081, '1a52', '26'],
    ['self_consumption', 40_081, '1a52', '82'],
    ['manufacturer', 40_003, `4533 2f44 4320 476d 6248${' 0000'.repeat(11)}`, 'E3/DC GmbH'],
    ['model', 40_019, `5331 3020 4520 4149 4f00${' 0000'.repeat(11)}`, 'S10 E AIO'],
    ['firmware', 40_051, `5331 305f 3230 3230 5f30 3400${' 0000'.repeat(10)}`, 'S10_2020_04'],
    ['P_pv', 40_067, e3dcPowers(), '242'],
    ['P_bat', 40_067, e3dcPowers(), '-303'],
    ['P_load', 40_067, e3dcPowers(), '559'],
    ['P_grid', 40_067, e3dcPowers(), '14'],
    ['P_external', 40_067, e3dcPowers(), '0'],
    ['soc', 40_067, e3dcPowers(), '99'],
  ],
  'foxess-h3': [
    'evcc, issue 16326: log of an H3 that rests at night, battery at 92 %, 11689 W from the grid, and the three are that',
    ['P_grid1', 31_026, 'f023', '-4061'],
    ['P_grid2', 31_027, 'f0f6', '-3850'],
    ['P_grid3', 31_028, 'f13e', '-3778'],
    ['P_bat', 31_036, '0000', '0'],
    ['soc', 31_038, '005c', '92'],
  ],
  'foxess-h3-smart': [
    'evcc, issue 22668: what a proxy read from an H3 that feeds in ten kilowatts',
    ['I1', 39_126, '0000 3afc 0000 39d0 0000 3a98', '15.1'],
    ['I3', 39_126, '0000 3afc 0000 39d0 0000 3a98', '15'],
    ['F', 39_134, '0000 2946 ffff fc9e 03eb 1387 0000 0238', '49.99'],
    ['P_load', 39_219, '0000 00c6 0000 00f7 0000 00ad 0000 026a', '618'],
    ['P1', 39_248, '0000 0d6b 0000 0d24 0000 0d4d', '3435'],
    ['P3', 39_248, '0000 0d6b 0000 0d24 0000 0d4d', '3405'],
  ],
  'fronius-gen24-int': [
    'evcc, issue 15200: log of an inverter that names its modules as a GEN24 does, 106.92 W of the first, and 521.79 V times 0.20492 A are that',
    ['P_pv1', 40_255, gen24Modules(), '106.92'],
    ['U_pv1', 40_255, gen24Modules(), '521.79'],
    ['I_pv1', 40_255, gen24Modules(), '0.20492'],
  ],
  'growatt-sph': [
    '0xAHA Growatt_ModbusTCP, issue 180: scan of an SPH6000 TL BL whose battery of 51.2 V gives 1220 W at 33 %',
    ['P_pv', 1, '0000 0bb8', '300'],
    ['U_pv1', 3, '072d', '183.7'],
    ['I_pv1', 4, '0005', '0.5'],
    ['P_pv1', 5, '0000 042e', '107'],
    ['U_pv2', 7, '0d0c', '334'],
    ['I_pv2', 8, '0005', '0.5'],
    ['P_pv2', 9, '0000 07d0', '200'],
    ['P_discharge', 1009, '0000 2fa8 0000 0000 0200 0021', '1220'],
    ['P_charge', 1009, '0000 2fa8 0000 0000 0200 0021', '0'],
    ['U_bat', 1009, '0000 2fa8 0000 0000 0200 0021', '51.2'],
    ['soc', 1009, '0000 2fa8 0000 0000 0200 0021', '33'],
    ['P_imp_grid', 1021, '0000 00f1', '24.1'],
  ],
  'heidelberg-energy-control': [
    'evcc, issue 9582: log of a wallbox without a vehicle, 51.5 kWh, 239, 241 and 240 V, status A',
    ['state', 5, '0002', 'A1: no vehicle, charging not allowed'],
    ['E', 17, '0000 c94a', '51.53'],
    ['U1', 10, '00ef 00f1 00f0', '239'],
    ['U2', 10, '00ef 00f1 00f0', '241'],
    ['S', 14, '0000', '0'],
  ],
  'huawei-emma': [
    'OStrama weishaupt_modbus, issue 128: what an energy manager sent in between in a log, 3391 W of the house, all of it through the inverter and out of the battery',
    ['E_charge', 30_308, '0000 0000 0000 7f5c', '326.04'],
    ['E_discharge', 30_314, '0000 0000 0000 7e36', '323.1'],
    ['P_pv', 30_354, emmaPowers(), '0'],
    ['P_load', 30_354, emmaPowers(), '3391'],
    ['P_exp_grid', 30_354, emmaPowers(), '0'],
    ['P_bat', 30_354, emmaPowers(), '-3391'],
    ['P', 30_354, emmaPowers(), '3391'],
    ['soc', 30_368, '0258', '6'],
  ],
  'idm-navigator': [
    'kodebach hacs-idm-heatpump, issue 209: log of a heat pump without a fault in automatic mode',
    ['fault', 1004, '0000 0001', '0'],
    ['mode', 1004, '0000 0001', '1'],
  ],
  'keba-p30': [
    'evcc, issue 8094: log of a P30 that charges',
    ['state', 1000, '0000 0003', 'Charging'],
    ['cable', 1004, '0000 0007', 'Cable in the vehicle, locked'],
  ],
  'kostal-ksem': [
    'evcc, issue 12444: log of a meter that identifies itself in the SunSpec common block',
    ['manufacturer', 40_004, `4b4f 5354 414c${' 0000'.repeat(13)}`, 'KOSTAL'],
    ['model', 40_020, ksemModel(), 'KOSTAL Smart Energy Meter'],
    ['firmware', 40_044, '322e 342e 3100 0000 0000 0000 0000 0000', '2.4.1'],
    ['serial', 40_052, `3734 3839 3133 3632${' 0000'.repeat(12)}`, '74891362'],
  ],
  'mennekes-amtron-compact': [
    'evcc, issue 11068: a Compact 2.0s whose total energy was taken for the whole number 1161664184',
    ['E', 4096, '453d adb8', '3034.86'],
  ],
  'moxa-iologik-e1210': [
    'Moxa ioLogik E1200 series user manual, example in the system part of the maps: V1.2.3 is the bytes 1, 2 and 3',
    ['firmware_major', 5029, '0102 0300', '1'],
    ['firmware_minor', 5029, '0102 0300', '2'],
    ['firmware_patch', 5029, '0102 0300', '3'],
  ],
  'moxa-iologik-e1214': [
    'Moxa ioLogik E1200 series user manual, example in the system part of the maps: V1.2.3 is the bytes 1, 2 and 3',
    ['firmware_major', 5029, '0102 0300', '1'],
    ['firmware_minor', 5029, '0102 0300', '2'],
    ['firmware_patch', 5029, '0102 0300', '3'],
  ],
  'phoenix-em-cp': [
    'evcc, issue 10248: log of an EM-CP-PP-ETH, 5570 W, 15623.7 kWh, charging for 3 min 21 s',
    ['P', 120, '022d 0000', '5570'],
    ['E', 128, 'd702 0017', '15623.7'],
    ['t_charge', 102, '00c9 0000', '201'],
  ],
  'sigenergy-inverter': [
    'seud0nym sigenergy2mqtt, issue 207: logs of a SigenStor EC 5.0 SP whose second string has 339.3 V and whose battery charges',
    ['U_pv2', 31_029, '0d41', '339.3'],
    ['E_bat_rated', 30_548, '0000 064c', '16.12'],
    ['E_charge_today', 30_566, '0000 0279', '6.33'],
    ['E_charge', 30_568, '0000 0000 0001 cc87', '1178.95'],
    ['state', 30_578, '0001', 'Running'],
    ['P', 30_587, '0000 0210', '528'],
    ['P_bat', 30_599, '0000 0cb2', '3250'],
    ['soc', 30_601, '01d7', '47.1'],
    ['T_cell', 30_603, '0101', '25.7'],
  ],
  'sigenergy-plant': [
    'seud0nym sigenergy2mqtt, issues 207 and 203: logs of a plant with a 16.12 kWh battery at 36.4 %',
    ['mode', 30_000, sigenPlant(), 'Custom'],
    ['P_grid', 30_000, sigenPlant(), '4'],
    ['soc', 30_000, sigenPlant(), '36.4'],
    ['E_bat_rated', 30_083, sigenEnergies(), '16.12'],
    ['soh', 30_083, sigenEnergies(), '100'],
    ['E_total', 30_083, sigenEnergies(), '2341.87'],
    ['E_load_today', 30_083, sigenEnergies(), '10.32'],
    ['E_load', 30_083, sigenEnergies(), '2337.84'],
  ],
  'sma-hybrid': [
    'evcc, issue 16972: log of a Sunny Tripower Smart Energy with a battery that rests',
    ['P_discharge', 31_395, '0000 0000', '0'],
    ['E_discharge', 31_401, '0000 0000 0028 1b2d', '2628.397'],
  ],
  'sma-storage': [
    'evcc, issue 17201: log of a Sunny Boy Storage 3.7 whose battery is empty and rests',
    ['P', 30_775, '0000 0000', '0'],
    ['E_discharge', 30_513, '0000 0000 0078 2c66', '7875.686'],
    ['soc', 30_845, '0000 0000', '0'],
  ],
  'socomec-countis-e14': [
    'Socomec communication tables: meters of the line Countis say 100, and who made them in sixteen characters',
    ['type', 50_004, '0064', 'Countis'],
    ['manufacturer', 50_042, '534f 434f 4d45 4300 0000 0000 0000 0000', 'SOCOMEC'],
  ],
  'solarmax-maxstorage': [
    'evcc, pull request 32986 on issue 32324: what a unit showed, whose registers are taken without a scale: 8091 W and 53740 kWh, half an hour later 8686 W and 53743 kWh',
    ['P_pv', 110, '1f9b 0000', '8091'],
    ['E_total', 150, 'd1ec 0000', '53740'],
    ['P_pv', 110, '21ee 0000', '8686'],
    ['E_total', 150, 'd1ef 0000', '53743'],
  ],
  'solax-hybrid': [
    'evcc, issue 11714: log of an X3-Hybrid in the night, battery at 10%, 723 W from the grid',
    ['soc', 28, '000a', '10'],
    ['P_bat', 22, '0000', '0'],
    ['P_grid', 70, 'fd2d ffff', '-723'],
    ['E_total', 148, '3ab7 0004', '27717.5'],
  ],
  'stiebel-isg': [
    'pail23 stiebel_eltron_isg_component, issue 653: what WPE-I heat pumps send for the temperature of a source that they do not tell',
    ['T_source', 535, '8000', null],
  ],
  'sunspec-meter-65-float': [
    'evcc, issue 3469: log of a meter behind a Symo 8.2-3-M, with a common block of 65 registers and model 213 after it',
    ['manufacturer', 40_004, `4672 6f6e 6975 7300${' 0000'.repeat(12)}`, 'Fronius'],
  ],
  'vestel-evc04': [
    'evcc, issue 12264: log of an EVC04 that charges on one phase',
    ['P', 1020, '0000 0cf0', '3312'],
    ['I1', 1008, '3973', '14.707'],
    ['U1', 1014, '00e3', '227'],
  ],
  'victron-evcs': [
    'evcc, issue 10480: a station whose vehicle waits to be started said 6, which was taken for the status G',
    ['state', 3824, '0006', 'Waiting for start'],
  ],
  'webasto-next': [
    'evcc, issue 13041: a station said 7, which the maker calls an error while charging',
    ['state', 1000, '0007', '7'],
  ],
}

/** The scale factors of the block and its first module, which the unit sent one after the other. */
function gen24Modules(): string {
  return 'fffb fffe fffe fffe ffff ffff 0004 ffff 0001 4d50 5054 2031 0000 0000 0000 0000 0000 500c cbd3 29c4'
}

/** Sun, house, feed-in, battery, the rating of the inverter and its power, in one answer. */
function emmaPowers(): string {
  return '0000 0000 0000 0d3f 0000 0000 ffff f2c1 0000 2710 0000 0d3f'
}

/** The first seventeen registers of a plant: clock, operating mode, grid and battery. */
function sigenPlant(): string {
  return '6a44 4fb4 01e0 0009 0001 0000 0004 ffff ff41 0000 0000 1387 0000 1387 016c 0000 076e'
}

/** The battery of a plant and what the plant made and the house took, out of the middle of an answer. */
function sigenEnergies(): string {
  return '0000 064c 03e8 0064 03e8 0000 0000 0003 92cb 0000 0408 0000 0000 0003 9138'
}

/** Sun, battery, house, grid and external sources, low word first; two empty pairs, self-sufficiency and charge. */
function e3dcPowers(): string {
  return '00f2 0000 fed1 ffff 022f 0000 000e 0000 0000 0000 0000 0000 0000 0000 6363 0063'
}

function ksemModel(): string {
  return '4b4f 5354 414c 2053 6d61 7274 2045 6e65 7267 7920 4d65 7465 7200 0000 0000 0000'
}
