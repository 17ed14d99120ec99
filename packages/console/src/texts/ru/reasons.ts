import type { TextsOf } from '../texts.ts'

export const reasons: TextsOf<'reasons'> = {
  Timeout: 'Устройство не ответило вовремя',
  Crc: 'Ответ повреждён при передаче',
  Malformed: 'Ответ не удалось разобрать',
  NoConnection: 'Не было связи с сетью',
  Overloaded: 'Слишком много запросов в очереди',
  NotANumber: 'Значение в устройстве не является числом',
  Infinite: 'Значение бесконечно',
  NotBcd: 'Цифра числа BCD больше девяти',
  TooShort: 'Ответ слишком короткий',
  Unreadable: 'При таких настройках прочитать нельзя',
  IllegalFunction: 'Устройство не поддерживает эту функцию',
  IllegalDataAddress: 'В устройстве нет такого регистра',
  IllegalDataValue: 'Устройство отклонило значение',
  ServerDeviceFailure: 'Сбой устройства',
  Acknowledge: 'Устройство ещё обрабатывает запрос',
  ServerDeviceBusy: 'Устройство занято',
  NegativeAcknowledge: 'Устройство не может этого сделать',
  MemoryParityError: 'Память устройства повреждена',
  GatewayPathUnavailable: 'У шлюза нет связи с устройством',
  GatewayTargetDeviceFailedToRespond: 'Устройство не ответило шлюзу',
}
