import { createPrivateKey, createPublicKey } from "node:crypto";

/** Made for tests and the simulator, and always the same: an integration with it works after a restart of the simulator. */
const KEY = {
  kty: "RSA",
  n:
    "nLG0WMx7Dg0QVEVMxOknlamjBvTXYT1en941BWCPXlOGKe5RRCsy_0XjnRGgcz4RRGmJiCyzFownpN7MoVPk_lKAl1SMozRG" +
    "VxvUXLDJxEIMOPILF7CGLpyy5T6DMzcM6FOd6dfBucQZ5FtkkMuExmZmok4D__VbXkF0QMpaR4wXRwTBH0REpAanyq8A3_BV" +
    "Jy43Z-5AG9HZIg8EzlwTqzbR5g4I5Q5ojt12UW55SUSHxxm_DLNYgRzFW7B3DEDSR8uelSYJqytrcyIxp3aZBRY1EoIkklqz" +
    "XAJRRgmkjO3GtwZwhAOJh6W7jzXGdhLY9XIHJx9iNgUemw-fYtr6GQ",
  e: "AQAB",
  d:
    "BrMKVOmZMUaZtiCoYZreWGXCVJ_PPZcUHp2vgqVYO94yVESeMN3v9j4Utzhztbmnn1crzCitF3-yijgEY7lkhwMcAFxbDvdD" +
    "MqI7-CKO3dc9Eoo2szKW6hNFCswba-skoCJDFCZnX_vkZ4EI0bAB40GpjbLsNNtWprcBs2tzZK-lhL9JMwJotUC8nc2k-iJe" +
    "EDIO9nUpsTfnisLsI3wa2DHOKt3TrAtd2aYgCl2DcgFYZdoCDWTKrrwlVN5wpABY3i1AntDU2R27eM2go9CX8mVybcPN3bhg" +
    "lysRnZzQrkE3m5sOIDKOOY8fAyloMHVN-i4akGrqSLIAy7u_i_j8oQ",
  p:
    "zn17_Ua75qxXwzVjr2rUOpbBctjSbEdFFycxk6v1Ny_3EMC_nt3BMAW8yU-1ZYusxV-ouBIu1_jEXVPs95J6jjnGfWDvKEH7" +
    "13g56fH0xshdaN95ERYa4X9-wAo4mfxTkcrfCbw7sXOhMsN4r-sXack6WrLlXmn4MNMzeMOLlN0",
  q:
    "wkO0cQsvCiB7YD1g_cn0bx16jJj25yoaTSgjhtd2LiIE4ihpxiJu2ifrWRckiaSrdQBYu7_3y60uMMERv_AXUSnIkwlS3k8v" +
    "hjoHwo1gljZhvpEeTl3k-euHVTyw2saEG_8YztHzeiVvviBNgFqbGPkL7xoB2olUPRuuiPRpeG0",
  dp:
    "kcALK7yo1uqhS_28bk5WnUBaLamT5a_suaoFmXmQLbMijmWvHADk4vO5zNMBdDrB6dNasQrMm89RM5sQsbNn5Eotq8QnK2Bf" +
    "1jhbkKEjqMg2_tZ2izPyJ2cp3X2ZdD-h8U-kXSfLbrbyenV1E586OIY8NVb_BcSA1l3NgBluxdU",
  dq:
    "a67sDt2MLajjuu1LHmMcQ5urmtQPyQPloG9ngg9dSyVAX7zXJSVhHTyTkMbrUgEdqbWPekNnMFfHCu96z1JfGnZ24EqCzQhH" +
    "57ezJX0I1Ts_40q96eLSUlbkpbMGtb7k7D_zmHF47XRjBJkTXNrcrnMe0mMwM9t7_oOhs_kHneE",
  qi:
    "WHpolgu_o8oU2lDokQrxa-r0wgfRaT87QbQ6WKNRHJOn26kYo6C36o7ZTWbCkm97R9b_6SoOKQUJPre2Q0vvnMKnnajsRzCE" +
    "e80lGXWJ6Kb_Hmialf5r4LAsBDhUeOx2P5hKPq6KYOzO0M_CQOH0jaiJy6_h81jpkR9GmPyOIeQ",
};

const privateKey = createPrivateKey({ key: KEY, format: "jwk" });

/** The public key of the service account below. */
export const SERVICE_ACCOUNT_PUBLIC_KEY = createPublicKey(privateKey);

/** A service account in the form of the JSON file of Google. */
export const SERVICE_ACCOUNT = {
  type: "service_account",
  project_id: "my-project",
  private_key_id: "5f0c",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  client_email: "push@my-project.iam.gserviceaccount.com",
  token_uri: "https://oauth2.googleapis.com/token",
};
