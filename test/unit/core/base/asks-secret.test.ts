// cspell:disable
import assert from 'node:assert/strict';
import { asksSecret } from '../../../../src/core/base/asks-secret';

const hidden: readonly string[] = [
  'Password: ',
  '[sudo] password for anna: ',
  "anna@example.com's password: ",
  "Password for 'https://anna@github.com': ",
  "Enter passphrase for key '/home/anna/.ssh/id_ed25519': ",
  'Enter passphrase (empty for no passphrase): ',
  'Enter same passphrase again: ',
  'New password: ',
  'Retype new password: ',
  'Enter PIN for authenticator: ',
  'PIN: ',
  'Pin code:',
  'Enter PIN',
  'This operation requires a one-time password.\nEnter OTP:',
  '? Paste your authentication token: ',
  'Token: ',
  'GitHub token (ghp_…):',
  'API key:',
  'AWS Secret Access Key [None]: ',
  'Client secret: ',
  'Verification code: ',
  'Enter MFA code for arn:aws:iam::1:mfa/anna: ',
  'Recovery key:',
  'Enter Export Password:',
  'Enter keystore password:  ',
  'Vault password: ',
  'Master Password: ? [input is hidden]',
  // Other languages, as sudo, ssh and git print them.
  '[sudo] Passwort für anna: ',
  'Kennwort:',
  '[sudo] Mot de passe de anna : ',
  '[sudo] contraseña para anna: ',
  '[sudo] contrasenya per a anna: ',
  '[sudo] password di anna: ',
  '[sudo] senha para anna: ',
  'Palavra-passe:',
  '[sudo] wachtwoord voor anna: ',
  '[sudo] lösenord för anna: ',
  '[sudo] adgangskode for anna: ',
  '[sudo] passord for anna: ',
  '[sudo] salasana käyttäjälle anna: ',
  '[sudo] hasło użytkownika anna: ',
  '[sudo] heslo pro anna: ',
  '[sudo] пароль для anna: ',
  '[sudo] anna jelszava: ',
  '[sudo] anna için parola: ',
  '[sudo] anna 的密码：',
  '[sudo] anna 的密碼：',
  '[sudo] anna のパスワード: ',
  '[sudo] anna의 암호: ',
  'Mật khẩu: ',
];

const shown: readonly string[] = [
  '',
  '> ',
  'Continue? [y/N] ',
  'Overwrite (y/n)? ',
  'Reset the password? [y/N] ',
  'Passwort zurücksetzen? [j/N] ',
  'Delete token abc? (yes/no) ',
  'Do you want to set a passphrase (y|n): ',
  "Username for 'https://github.com': ",
  'login: ',
  'AWS Access Key ID [None]: ',
  'package name: (pinboard) ',
  'Pin version? ',
  'Opinion: ',
  'Shipping address: ',
  'Max tokens: ',
  'How many tokens? ',
  'Password file: ',
  'Path to the token: ',
  'Name of the secret: ',
  'Token name: ',
  'Password length: ',
  'Tokenizer: ',
  'Compass direction: ',
  'Passenger name: ',
  'Secretary: ',
  'Press any key to continue',
  'Enter file in which to save the key (/home/anna/.ssh/id_ed25519): ',
  'Zip code: ',
  'Are you sure you want to continue connecting (yes/no/[fingerprint])? ',
];

describe('a prompt that asks for a secret', () => {
  for (const prompt of hidden) {
    it(`hides the answer to ${JSON.stringify(prompt)}`, () =>
      assert.equal(asksSecret(prompt), true));
  }
  for (const prompt of shown) {
    it(`shows the answer to ${JSON.stringify(prompt)}`, () =>
      assert.equal(asksSecret(prompt), false));
  }
});
