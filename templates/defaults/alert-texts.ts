import type { LocalizedText } from '../schema.ts'

/** Names of default alerts. */
export const alertTexts = {
  voltage: {
    en: 'Voltage out of range',
    pl: 'Napięcie poza zakresem',
    ru: 'Напряжение вне допуска',
    uk: 'Напруга поза допуском',
  },
  frequency: {
    en: 'Frequency out of range',
    pl: 'Częstotliwość poza zakresem',
    ru: 'Частота вне допуска',
    uk: 'Частота поза допуском',
  },
  hot: {
    en: 'Temperature out of range',
    pl: 'Temperatura poza zakresem',
    ru: 'Температура вне допуска',
    uk: 'Температура поза допуском',
  },
  battery: {
    en: 'Battery nearly empty',
    pl: 'Bateria prawie pusta',
    ru: 'Батарея почти разряжена',
    uk: 'Батарея майже розряджена',
  },
  starter: {
    en: 'Starter battery weak',
    pl: 'Słaby akumulator rozruchowy',
    ru: 'Слабый стартерный аккумулятор',
    uk: 'Слабкий стартерний акумулятор',
  },
  fuel: { en: 'Fuel low', pl: 'Mało paliwa', ru: 'Мало топлива', uk: 'Мало пального' },
  air: { en: 'Air stale', pl: 'Zaduch', ru: 'Душно', uk: 'Задушливо' },
  fault: {
    en: 'Fault reported',
    pl: 'Zgłoszona usterka',
    ru: 'Сообщает о неисправности',
    uk: 'Повідомляє про несправність',
  },
  oil: {
    en: 'No oil pressure while running',
    pl: 'Brak ciśnienia oleju podczas pracy',
    ru: 'Нет давления масла при работе',
    uk: 'Немає тиску оливи під час роботи',
  },
  silent: { en: 'No readings', pl: 'Brak odczytów', ru: 'Нет показаний', uk: 'Немає показів' },
} as const satisfies Record<string, LocalizedText>
