/** Addresses that are on the chains or in the networks' own documents, by network. */
export const goodAddresses: readonly (readonly [network: string, address: string])[] = [
  ["TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"], ["TRC20", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"], ["TRC20", "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7"],
  ["BTC", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"], ["BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"], ["BTC", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
  ["BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"], ["BTC", "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"],
  ["BTC", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"], ["BTC", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"],
  ["ERC20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"], ["ERC20", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"], ["BEP20", "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"],
  ["ETC", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"], ["ARB", "0xdac17f958d2ee523a2206206994597c13d831ec7"], ["OP", "0xDAC17F958D2EE523A2206206994597C13D831EC7"],
  ["AVAX", "0xde709f2102306220921060314715629080e2fb77"], ["VET", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"], ["CHZ", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
  ["BCH", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"], ["BCH", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
  ["BCH", "ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq"], ["BCH", "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu"],
  ["LTC", "LVuDpNCSSj6pQ7t9Pv6d6sUkLKoqDEVUnJ"], ["LTC", "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"], ["LTC", "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1"], ["LTC", "MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441"],
  ["DOGE", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"], ["DOGE", "DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD"],
  ["DASH", "XpESxaUmonkq8RaLLp46Brx2K39ggQe226"], ["DASH", "XjbaGWaGnvEtuQAUoBgDxJWe8ZNv45upG2"], ["DASH", "7gnwGHt17heGpG9Crfeh4KGpYNFugPhJdh"],
  ["ZEC", "t1VShHAhsQc5RVndQLyM1ZbQXLHKd35GkG1"], ["ZEC", "t1PKtYdJJHhc3Pxowmznkg7vdTwnhEsCvR4"], ["ZEC", "t3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd"],
  ["SOL", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"], ["SOL", "So11111111111111111111111111111111111111112"],
  ["XRP", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"], ["XRP", "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59"], ["XRP", "rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B"],
  ["XLM", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"], ["XLM", "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7"],
  ["TON", "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"], ["TON", "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI"], ["TON", "Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF"],
  ["ADA", "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x"],
  ["ADA", "addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8"], ["ADA", "Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi"],
  ["ADA", "DdzFFzCqrhsrcTVhLygT24QwTnNqQqQ8mZrq5jykUzMveU26sxaH529kMpo7VhPrt5pwW3dXeB2k3EEvKcNBRmzCfcQ7dTkyGzTs658C"],
  ["SUI", "0x02a212de6a9dfa3a69e22387acfbafbb1a9e591bd9d636e7895dcfc8de05f331"], ["APT", "0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa"],
  ["DOT", "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"], ["DOT", "14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3"],
  ["KSM", "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F"], ["KSM", "FcxNWVy5RESDsErjwyZmPCW6Z8Y3fbfLzmou34YZTrbcraL"],
  ["NEAR", "alice.near"], ["NEAR", "98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de"],
  ["FIL", "f01234567"], ["FIL", "f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za"], ["FIL", "f24vg6ut43yw2h2jqydgbg2xq7x6f4kub3bg6as6i"],
  ["FIL", "f3vvmn62lofvhjd2ugzca6sof2j2ubwok6cj4xxbfzz4yuxfkgobpihhd2thlanmsh3w2ptld2gqkn2jvlss4a"], ["FIL", "f410fkkld55ioe7qg24wvt7fu6pbknb56ht7pt4zamxa"],
  ["ICP", "4dfa940def17f1427ae47378c440f10185867677109a02bc8374fc25b9dee8af"], ["ICP", "d3e13d4777e22367532053190b6c6ccf57444a61337e996242b1abfb52cf92c8"],
  ["ATOM", "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq"], ["ATOM", "cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh"], ["INJ", "inj14au322k9munkmx5wrchz9q30juf5wjgz2cfqku"],
  ["HBAR", "0.0.3012"], ["ALGO", "7ZUECA7HFLZTXENRV24SHLU4AVPUTMTTDUFUBNBD64C73F3UHRTHAIOF6Q"], ["ALGO", "GD64YIY3TWGDMCNPP553DZPPR6LDUSFQOIJVFDPPXWEG3FVOJCCDBBHU5A"],
  ["XTZ", "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb"], ["XTZ", "tz2TSvNTh2epDMhZHrw73nV9piBX7kLZ9K9m"], ["XTZ", "tz3RDC3Jdn4j15J7bBHZd29EUee9gVB1CxD9"], ["XTZ", "KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn"],
];

/** Networks whose addresses carry no checksum: any text of the form is one. */
export const withoutChecksum: ReadonlySet<string> = new Set(["SOL", "SUI", "APT", "NEAR", "HBAR"]);

/** What is no address of its network, by what is wrong with it. */
export const badAddresses: readonly (readonly [network: string, address: string])[] = [
  // Nothing, blanks, what a paste brings along.
  ["TRC20", ""], ["TRC20", " "], ["TRC20", " TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"], ["TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t "], ["TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t\n"],
  ["TRC20", "tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"], ["BTC", "bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"], ["BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=1"],
  ["ERC20", "ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"], ["ERC20", "vitalik.eth"], ["TRC20", "hello"], ["TRC20", "null"], ["TRC20", "0"],
  // Cut, or a character more.
  ["TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6"], ["TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6tt"], ["TRC20", "R7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  ["BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN"], ["BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t"], ["BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t44"],
  ["ERC20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe"], ["ERC20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd"], ["ERC20", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"], ["ERC20", "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["SOL", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwy"], ["XLM", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSG"], ["ICP", "4dfa940def17f1427ae47378c440f10185867677109a02bc8374fc25b9dee8a"],
  // One letter wrong, two changed places, a letter's case.
  ["TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s"], ["TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLjt6"], ["TRC20", "tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t"],
  ["BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7Divfna"], ["BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivNfa"], ["BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"], ["BTC", "bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["ERC20", "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed"], ["ERC20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD"], ["ERC20", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d358"],
  ["XRP", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTH"], ["XRP", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyhT"], ["XLM", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGY"], ["LTC", "LVuDpNCSSj6pQ7t9Pv6d6sUkLKoqDEVUnj"],
  ["DOGE", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7l"], ["TON", "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2M"], ["ATOM", "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsp"],
  // Letters that look like others, and letters that look like ours.
  ["BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN\u0430"], ["TRC20", "\u0422R7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"], ["BTC", "1A1zPleP5QGefi2DMPTfTL5SLmv7DivfNa"], ["BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa\u200B"], ["ERC20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Be\u202EAed"],
  // Of another network or its test net.
  ["TRC20", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"], ["TRC20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"], ["BTC", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"], ["BTC", "LVuDpNCSSj6pQ7t9Pv6d6sUkLKoqDEVUnJ"],
  ["BTC", "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"], ["BTC", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"], ["BTC", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"], ["LTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["ERC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"], ["SOL", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"], ["DOT", "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F"], ["KSM", "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"],
  ["INJ", "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq"], ["ADA", "addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz"], ["TON", "kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqBaH"], ["DOGE", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  // Nobody's: the zero address and its like, witness versions nobody can spend from, the wrong form of a checksum.
  ["ERC20", "0x0000000000000000000000000000000000000000"], ["SOL", "11111111111111111111111111111111"], ["SUI", `0x${"0".repeat(64)}`], ["BTC", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd"], ["BTC", "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs"],
  // Names of machines and of nobody.
  ["TRC20", "__proto__"], ["TRC20", "constructor"], ["TRC20", "PAPER-ERC20-7"], ["TRC20", "PAPER-TRC20-"], ["TRC20", "PAPER-TRC20-7x"], ["TRC20", "PAPER-TRC20-12345678901"], ["TRC20", "paper-TRC20-7"], ["NEAR", "Alice.near"], ["NEAR", "alice..near"], ["NEAR", "alice"], ["HBAR", "0.0.0"], ["HBAR", "0.0.012"], ["FIL", "t01234"],
];
