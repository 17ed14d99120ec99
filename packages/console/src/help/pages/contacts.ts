import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'A contact has channels in an order: if a message does not arrive, or is late, the next one is used.',
    'A group has one on duty, by turns; a policy tells contacts and groups step by step until somebody confirms.',
    'Telegram needs the number of the chat, ntfy the address of a topic. A webhook can have a body of its own, below.',
  ],
  pl: [
    'Kontakt ma kanały w kolejności: jeśli wiadomość nie dotrze albo się spóźnia, używany jest następny.',
    'W grupie ktoś ma dyżur, na zmianę; polityka powiadamia kontakty i grupy krok po kroku, aż ktoś potwierdzi.',
    'Telegram wymaga numeru czatu, ntfy adresu tematu. Webhook może mieć własną treść, poniżej.',
  ],
  ru: [
    'У контакта есть каналы по порядку: если сообщение не дошло или опаздывает, берётся следующий.',
    'В группе кто-то дежурит по очереди; политика сообщает контактам и группам шаг за шагом, пока кто-то не подтвердит.',
    'Telegram нужен номер чата, ntfy — адрес темы. У вебхука может быть своё тело, ниже.',
  ],
  uk: [
    'У контакту є канали за порядком: якщо повідомлення не дійшло або запізнюється, береться наступний.',
    'У групі хтось чергує по черзі; політика повідомляє контакти й групи крок за кроком, поки хтось не підтвердить.',
    'Telegram потребує номера чату, ntfy — адреси теми. Вебхук може мати власне тіло, нижче.',
  ],
}
