import type { TextsOf } from '../texts.ts'

export const health: TextsOf<'health'> = {
  ok: 'Опитується',
  partial: 'Частково',
  silent: 'Не відповідає',
  unreachable: 'Немає зв’язку',
  idle: 'Немає що читати',
  disabled: 'Призупинено',
  connected: 'На зв’язку',
  disconnected: 'Немає зв’язку',
}
