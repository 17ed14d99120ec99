import type { NetSwitch } from './nets.sql.ts'

/**
 * How a network stands after a member switched it, or `refused`. What an administrator or billing switched off stays as they left it, also
 * when a member switches it off once more: otherwise that member could switch it on again.
 */
export const switched = (now: NetSwitch, isOn: boolean, on: Date, note: string | undefined): NetSwitch | 'refused' => {
  if (now.disabledBy === 'admin' || now.disabledBy === 'billing') return isOn ? 'refused' : now
  if (isOn) return { disabledOn: null, disabledBy: null, disabledNote: null }
  return { disabledOn: now.disabledOn ?? on, disabledBy: 'user', disabledNote: note ?? now.disabledNote }
}
