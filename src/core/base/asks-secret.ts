// cspell:disable
/** `[y/N]`, `(yes/no)`, `[j/N]`, `(o/n)`: an answer that need not be hidden. */
const choice = /[[(]\s*\p{L}{1,4}\s*[/|]\s*\p{L}{1,4}\s*[\])]/u;

/** In the languages in which common tools print their prompts (sudo, ssh, git, gpg, databases). */
const words = [
  // English
  String.raw`pass(?:word|phrase|code|wd|key)`,
  String.raw`(?:api|access|secret|private|licen[cs]e|recovery|encryption) key`,
  String.raw`(?:secret|token|otp|totp|cvc|cvv)`,
  String.raw`(?:one-time|verification|authentication|security|2fa|mfa|auth|backup|recovery) code`,
  String.raw`pin(?= ?(?:code|number)? ?(?:[:：?(]|for\b|$))`,
  // German, Dutch, Scandinavian languages, Finnish, Hungarian
  'passwort|kennwort|wachtwoord|toegangscode|lösenord(?:et)?|adgangskoden?|passord(?:et)?|salasana|jelsz(?:ó|ava)',
  'zugangscode|bestätigungscode|sicherheitscode',
  // Romance languages
  'mot de passe|phrase (?:secrète|de passe)|contraseña|contrasenya|senha|palavra-passe|parola(?: d.ordine)?|frase de paso',
  // Slavic languages, Turkish, Greek
  'парол[ья]|hasło|hesl[oa]|parolası|şifre|lozinka|κωδικ(?:ός|ού|ό)',
  'جملة السر|كلمة (?:المرور|السر)|סיסמה|mật khẩu|kata sandi',
].join('|');

/** Scripts without blanks between words have no word boundaries either. */
const dense = /密码|密碼|口令|令牌|验证码|パスワード|パスフレーズ|暗証番号|비밀번호|암호|รหัสผ่าน/;

const secret = new RegExp(String.raw`(?<![\p{L}\d_-])(?:${words})(?![\p{L}\d_])`, 'iu');

/** What is asked for is something about a secret, not the secret. */
const about =
  /(?:pass(?:word|phrase)|token|secret|key)[ -](?:file(?:name)?|path|length|name|id|manager|store|hint|type|policy|limit|count|expiry|expiration|lifetime|format)\b|\b(?:file|path|name|number|length|type|lifetime) (?:of|for|to) (?:the |your |a )?(?:pass(?:word|phrase)|token|secret)\b|\bhow many\b|\b(?:max|min|maximum|minimum) token\b/i;

/**
 * True for the prompt of a command that asks for a password, passphrase, PIN, token or code: what
 * the user types must not be seen. A question that can be answered by yes or no asks for none.
 */
export function asksSecret(prompt: string): boolean {
  if (choice.test(prompt) || about.test(prompt)) return false;
  return secret.test(prompt) || dense.test(prompt);
}

/** Words that a form has and a prompt has not. */
const inForms =
  /(?<![\p{L}\d])(?:keys?|pins?|cookies?|credentials?|passwords?|passphrases?|secrets?|tokens?|pass ?wd|pwd|api ?keys?|(?:credit )?card (?:number|no)|social security|ssn|iban|seed phrase|mnemonic)(?![\p{L}\d])/iu;

/** True for any text that names a secret: a stranger wrote it, and no wording makes it harmless. */
export function namesSecret(text: string): boolean {
  return secret.test(text) || dense.test(text) || inForms.test(text);
}
