import type { NetSwitch } from './nets.sql.ts'

/**
 * How a network stands after a member switched it, or `refused`. What an administrator or billing switched off stays as they left it, also
 * when a member switches it off once more: otherwise that member could switch it on again.
 */
export const switched = (
  current: NetSwitch,
  isOn: boolean,
  on: Date,
  note: string | undefined,
): NetSwitch | 'refused' => {
  if (current.disabledBy === 'admin' || current.disabledBy === 'billing') return isOn ? 'refused' : current
  if (isOn) return { disabledOn: null, disabledBy: null, disabledNote: null }
  return { disabledOn: current.disabledOn ?? on, disabledBy: 'user', disabledNote: note ?? current.disabledNote }
}
