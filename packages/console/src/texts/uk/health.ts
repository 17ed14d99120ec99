import type { TextsOf } from '../texts.ts'

export const health: TextsOf<'health'> = {
  ok: 'Читається',
  partial: 'Частково',
  silent: 'Мовчить',
  unreachable: 'Немає зв’язку',
  idle: 'Нічого читати',
  disabled: 'Вимкнено',
  connected: 'На зв’язку',
  disconnected: 'Немає зв’язку',
}
