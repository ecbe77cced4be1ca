/**
 * What is refused as a password because everyone tries it first: the heads of public leak lists with at
 * least 8 characters, the product's own words, one character or sequence repeated, and the account itself.
 */
const common = new Set(
  `
12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 87654321 11223344 112233445566 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc qazwsxedc zaq12wsx zaq1zaq1 zaq1xsw2 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234
qwerty12345 qwerty123456 asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 q1w2e3r4 q1w2e3r4t5 qwer1234 password password1
password12 password123 password1234 password! password1! passw0rd p@ssw0rd p@ssword pa$$word passwort passwords mypassword
motdepasse azertyuiop azerty123 letmein1 letmein123 iloveyou iloveyou1 iloveyou2 ilovegod sunshine sunshine1 princess princess1
football football1 baseball baseball1 basketball superman superman1 batman123 spiderman starwars pokemon1 pokemon123 dragon123
monkey123 shadow123 master123 michael1 michelle jennifer jonathan jessica1 charlie1 ashley12 jordan23 samantha victoria
welcome1 welcome123 whatever trustno1 access14 computer internet samsung1 samsung123 liverpool chelsea1 arsenal1 barcelona
manchester administrator admin123 admin1234 admin12345 administrator1 root1234 changeme changeme1 changeme123 default1 secret123
test1234 test12345 testtest testing1 guest1234 user1234 login123 abc12345 abcd1234 abcdefgh abcdefg1 abc123456 a1b2c3d4 a1234567
a12345678 a123456789 aa123456 aa12345678 woaini1314 woaini520 5201314520 wang1234 123qweasd 123qwe123 123qweasdzxc qweasdzxc
qwe123456 1234qwer 12341234 12344321 123123123 123321123 147258369 159357456 123654789 741852963 789456123 456456456 00000000
000000000 11111111 111111111 22222222 55555555 66666666 77777777 88888888 888888888 99999999 10203040 12121212 13131313 19901990
20002000 blink182 metallica nirvana1 rockyou1 slipknot greenday eminem123 hello123 hello1234 hellohello helloworld goodluck
lovelove loveyou1 lovely123 babygirl babygirl1 butterfly chocolate cheese123 cookie123 flower123 freedom1 friends1 forever1
hottie12 justin12 killer123 naruto123 pussycat rainbow1 softball spongebob summer12 summer123 summer2023 summer2024 winter123
winter2024 spring2024 tinkerbell william1 zxcvbnm12 zxcv1234 bitcoin1 bitcoin123 ethereum crypto123 satoshi1 hodl1234 tothemoon
trading1 trading123 wallet123
`
    .trim()
    .split(/\s+/),
);

const ownWords = /^(godwit|papertrad|trader|exchange)[a-z]*[\d!@#$%^&*._-]*$/;
const rows = [
  "01234567890",
  "09876543210",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
];

/** Why a password is refused, or `undefined` where it is not. */
export function weaknessOf(password: string, account: string): "common" | "account" | undefined {
  const plain = password.toLowerCase();
  const name = account.toLowerCase();
  if (plain === name || plain === name.split("@")[0]) return "account";
  const isCommon =
    common.has(plain) ||
    ownWords.test(plain) ||
    /^(.{1,3})\1+$/.test(plain) ||
    rows.some((row) => row.includes(plain));
  return isCommon ? "common" : undefined;
}

const straight = ["01234567890123456789", "98765432109876543210"];

/** Why digits are refused as a withdrawal password: a run, one to three digits repeated, or part of the account. */
export function pinWeaknessOf(pin: string, account: string): "common" | "account" | undefined {
  if (/^(.{1,3})\1+$/.test(pin) || straight.some((run) => run.includes(pin))) return "common";
  return account.includes(pin) ? "account" : undefined;
}
