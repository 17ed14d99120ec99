import type { TextsOf } from '../texts.ts'

export const health: TextsOf<'health'> = {
  ok: 'Odczyt',
  partial: 'Częściowo',
  silent: 'Nie odpowiada',
  unreachable: 'Brak łącza',
  idle: 'Nic do odczytu',
  disabled: 'Wyłączone',
  connected: 'Połączona',
  disconnected: 'Rozłączona',
}
