import type { TextsOf } from '../texts.ts'

export const health: TextsOf<'health'> = {
  ok: 'Опрашивается',
  partial: 'Частично',
  silent: 'Не отвечает',
  unreachable: 'Нет связи',
  idle: 'Нечего читать',
  disabled: 'Приостановлено',
  connected: 'На связи',
  disconnected: 'Нет связи',
}
