import type { Frames } from './known-values.frames.ts'

/** Made from the definition of the registers, of chargers, heat pumps, drives, controllers, modules and sensors that came later: they keep a map from changing unnoticed, and prove no more. */
export const madeEquipment: Frames = {
  'huawei-emma': [
    'wlcrs huawei-solar-lib',
    ['E_absorbed', 30302, '0000 0000 0001 e240', '1234.56'],
    ['E_discharge_today', 30312, '0001 1171', '700.01'],
    ['P_pv', 30354, '0001 1171', '70001'],
    ['P_exp_grid', 30358, 'fffe ee8f', '-70001'],
  ],
  'huawei-smartlogger': [
    'evcc',
    ['U_grid1', 32260, '0001 1171', '700.01'],
    ['I_grid1', 32272, 'fffe ee8f', '-7000.1'],
    ['P_grid', 32278, 'fffe ee8f', '-70001'],
    ['PF', 32284, 'ff85', '-0.123'],
  ],
  'victron-evcs': [
    'Victron Modbus TCP register list',
    ['state', 3824, '0018', '24'],
    ['I_limit', 3825, '04d2', '1234'],
    ['t_session', 3828, '0001 1171', '70001'],
    ['E_session', 3830, '0001 1171', '700.01'],
  ],
  'victron-genset': [
    'Victron Modbus TCP register list',
    ['state', 3213, '000a', '10'],
    ['U1', 3200, '04d2', '123.4'],
    ['I1', 3203, 'ff85', '-12.3'],
    ['P1', 3206, 'ff85', '-123'],
  ],
  'victron-tank': [
    'Victron Modbus TCP register list',
    ['volume', 3001, '0001 1171', '7.0001'],
    ['fluid', 3003, '000b', '11'],
    ['level', 3004, '04d2', '123.4'],
  ],
  'victron-temperature': [
    'Victron Modbus TCP register list',
    ['T', 3304, 'ff85', '-1.23'],
    ['status', 3305, '0004', '4'],
    ['RH', 3306, '04d2', '123.4'],
    ['U', 3307, '04d2', '12.34'],
  ],
}
