import type { TextsOf } from '../texts.ts'

export const health: TextsOf<'health'> = {
  ok: 'Odczytywane',
  partial: 'Odczyt częściowy',
  silent: 'Nie odpowiada',
  unreachable: 'Brak połączenia',
  idle: 'Nic do odczytu',
  disabled: 'Wstrzymane',
  connected: 'Połączona',
  disconnected: 'Brak połączenia',
}
