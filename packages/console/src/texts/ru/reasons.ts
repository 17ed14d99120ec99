import type { TextsOf } from '../texts.ts'

export const reasons: TextsOf<'reasons'> = {
  Timeout: 'Устройство не ответило вовремя',
  Crc: 'Ответ был повреждён по пути',
  Malformed: 'Ответ не имел смысла',
  NoConnection: 'Сеть не была на связи',
  Overloaded: 'Слишком много запросов уже ждало',
  NotANumber: 'В устройстве не число',
  Infinite: 'Значение выходит за пределы чисел',
  NotBcd: 'Цифра числа BCD больше девяти',
  TooShort: 'Ответ короче значения',
  Unreadable: 'С такими настройками прочитать нельзя',
  IllegalFunction: 'Устройство не знает этой функции',
  IllegalDataAddress: 'В устройстве нет такого регистра',
  IllegalDataValue: 'Устройство отклонило значение',
  ServerDeviceFailure: 'Сбой устройства',
  Acknowledge: 'Устройство ещё работает над этим',
  ServerDeviceBusy: 'Устройство занято',
  NegativeAcknowledge: 'Устройство не может этого сделать',
  MemoryParityError: 'Память устройства повреждена',
  GatewayPathUnavailable: 'У шлюза нет пути к устройству',
  GatewayTargetDeviceFailedToRespond: 'Устройство не ответило шлюзу',
}
