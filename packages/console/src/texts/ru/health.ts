import type { TextsOf } from '../texts.ts'

export const health: TextsOf<'health'> = {
  ok: 'Читается',
  partial: 'Частично',
  silent: 'Молчит',
  unreachable: 'Нет связи',
  idle: 'Нечего читать',
  disabled: 'Выключено',
  connected: 'На связи',
  disconnected: 'Нет связи',
}
