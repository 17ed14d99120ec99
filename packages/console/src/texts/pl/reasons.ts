import type { TextsOf } from '../texts.ts'

export const reasons: TextsOf<'reasons'> = {
  Timeout: 'Urządzenie nie odpowiedziało na czas',
  Crc: 'Odpowiedź została uszkodzona podczas transmisji',
  Malformed: 'Odpowiedź była niezrozumiała',
  NoConnection: 'Nie było połączenia z siecią',
  Overloaded: 'Zbyt wiele zapytań w kolejce',
  NotANumber: 'Wartość w urządzeniu nie jest liczbą',
  Infinite: 'Wartość jest nieskończona',
  NotBcd: 'Cyfra liczby BCD jest większa niż dziewięć',
  TooShort: 'Odpowiedź była za krótka',
  Unreadable: 'Przy tych ustawieniach odczyt nie jest możliwy',
  IllegalFunction: 'Urządzenie nie obsługuje tej funkcji',
  IllegalDataAddress: 'Urządzenie nie ma takiego rejestru',
  IllegalDataValue: 'Urządzenie odrzuciło wartość',
  ServerDeviceFailure: 'Awaria urządzenia',
  Acknowledge: 'Urządzenie nadal przetwarza żądanie',
  ServerDeviceBusy: 'Urządzenie jest zajęte',
  NegativeAcknowledge: 'Urządzenie nie może tego zrobić',
  MemoryParityError: 'Pamięć urządzenia jest uszkodzona',
  GatewayPathUnavailable: 'Bramka nie ma połączenia z urządzeniem',
  GatewayTargetDeviceFailedToRespond: 'Urządzenie nie odpowiedziało bramce',
}
