import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'Everything that the console does, the API can do. What you send here is done as yourself: you see and may what your role allows.',
    'Parameters in the path are needed; examples stand in the fields. What is not a GET asks first, for it may change or delete something.',
    'The line for a terminal does the same with an API key in KEY and PASSWORD; owners make keys under API keys.',
  ],
  pl: [
    'Wszystko, co robi konsola, potrafi też API. To, co tu wysyłasz, dzieje się w Twoim imieniu: widzisz i możesz tyle, na ile pozwala Twoja rola.',
    'Parametry ścieżki są wymagane; w polach są przykłady. Wszystko poza GET najpierw pyta, bo może coś zmienić lub usunąć.',
    'Wiersz dla terminala robi to samo z kluczem API w KEY i PASSWORD; klucze tworzą właściciele w Kluczach API.',
  ],
  ru: [
    'Всё, что делает консоль, умеет и API. Отправленное здесь делается от вашего имени: видно и можно то, что позволяет ваша роль.',
    'Параметры пути обязательны; в полях стоят примеры. Всё, кроме GET, сначала спрашивает: оно может что-то изменить или удалить.',
    'Строка для терминала делает то же с ключом API в KEY и PASSWORD; ключи создают владельцы в разделе «Ключи API».',
  ],
  uk: [
    'Усе, що робить консоль, уміє й API. Надіслане тут робиться від вашого імені: видно й можна те, що дозволяє ваша роль.',
    'Параметри шляху обов’язкові; у полях стоять приклади. Усе, крім GET, спершу питає: воно може щось змінити або видалити.',
    'Рядок для терміналу робить те саме з ключем API у KEY і PASSWORD; ключі створюють власники в розділі «Ключі API».',
  ],
}
