//! Who is believed under which settings.

#![allow(clippy::unwrap_used)] // a test that unwraps fails where it should

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use baton_trust::{Authorities, Checks, Credentials, TrustError, Verifier, is_unknown};
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa, KeyPair,
};
use rustls::client::danger::ServerCertVerifier as _;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, Error};

/// A folder of files that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("baton-trust-{}-{name}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        Self(folder)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn params(name: &str, is_ca: IsCa) -> CertificateParams {
    let mut params = CertificateParams::new(vec!["a.example".to_owned()]).unwrap();
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = is_ca;
    params
}

const CA: IsCa = IsCa::Ca(BasicConstraints::Unconstrained);

fn self_signed(params: &CertificateParams) -> String {
    params.self_signed(&KeyPair::generate().unwrap()).unwrap().pem()
}

fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
    CertifiedIssuer::self_signed(params(name, CA), KeyPair::generate().unwrap()).unwrap()
}

fn der(pem: &str) -> CertificateDer<'static> {
    CertificateDer::from_pem_slice(pem.as_bytes()).unwrap()
}

fn check(verifier: &Verifier, certificate: &str, name: &str) -> Result<(), Error> {
    check_at(verifier, certificate, name, UnixTime::now())
}

fn check_at(verifier: &Verifier, certificate: &str, name: &str, now: UnixTime) -> Result<(), Error> {
    let name = ServerName::try_from(name.to_owned()).unwrap();
    verifier.verify_server_cert(&der(certificate), &[], &name, &[], now).map(drop)
}

fn trusting(file: &Path, name: bool, self_signed: bool) -> Verifier {
    Verifier::new(Authorities::of_file(file).unwrap(), Checks { name, self_signed }).unwrap()
}

#[test]
fn a_certificate_of_an_authority_is_believed_for_its_name() {
    let folder = Folder::new("chain");
    let (authority, stranger) = (authority("authority"), authority("stranger"));
    let file = folder.write("ca.pem", &authority.pem());
    let signed =
        |by| params("server", IsCa::NoCa).signed_by(&KeyPair::generate().unwrap(), by).unwrap().pem();
    let (certificate, strange) = (signed(&*authority), signed(&*stranger));
    let strict = trusting(&file, true, true);
    assert_eq!(check(&strict, &certificate, "a.example"), Ok(()));
    assert!(matches!(
        check(&strict, &certificate, "b.example"),
        Err(Error::InvalidCertificate(CertificateError::NotValidForNameContext { .. }))
    ));
    assert!(is_unknown(&check(&strict, &strange, "a.example").unwrap_err()));
    let nameless = trusting(&file, false, true);
    assert_eq!(check(&nameless, &certificate, "b.example"), Ok(()));
    assert!(is_unknown(&check(&nameless, &strange, "a.example").unwrap_err()));
    // Somebody else signed it: that it might have signed itself is no question.
    assert!(is_unknown(&check(&trusting(&file, false, false), &strange, "a.example").unwrap_err()));
    assert_eq!(check(&Verifier::of_anyone(), &strange, "b.example"), Ok(()));
}

#[test]
fn a_certificate_that_signed_itself_is_believed_where_that_is_asked_for() {
    let folder = Folder::new("self");
    let file = folder.write("ca.pem", &authority("authority").pem());
    for is_ca in [IsCa::NoCa, CA] {
        let certificate = self_signed(&params("self", is_ca));
        assert!(is_unknown(&check(&trusting(&file, true, true), &certificate, "a.example").unwrap_err()));
        let loose = trusting(&file, true, false);
        assert_eq!(check(&loose, &certificate, "a.example"), Ok(()));
        assert!(check(&loose, &certificate, "b.example").is_err());
        assert_eq!(check(&trusting(&file, false, false), &certificate, "b.example"), Ok(()));
        // Dates count all the same: rcgen's end in the year 4096.
        let late = UnixTime::since_unix_epoch(Duration::from_secs(3000 * 365 * 86_400));
        assert!(check_at(&loose, &certificate, "a.example", late).is_err());
    }
}

#[test]
fn a_certificate_for_another_purpose_is_not_believed_although_it_signed_itself() {
    let folder = Folder::new("purpose");
    let file = folder.write("ca.pem", &authority("authority").pem());
    let mut params = params("self", IsCa::NoCa);
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
    assert!(check(&trusting(&file, true, false), &self_signed(&params), "a.example").is_err());
}

#[test]
fn a_server_s_own_certificate_can_be_the_authority() {
    let folder = Folder::new("own");
    for (name, is_ca) in [("ca", CA), ("none", IsCa::NoCa)] {
        let certificate = self_signed(&params(name, is_ca));
        let file = folder.write(name, &certificate);
        assert_eq!(check(&trusting(&file, true, true), &certificate, "a.example"), Ok(()));
        assert!(check(&trusting(&file, true, true), &certificate, "b.example").is_err());
        assert_eq!(check(&trusting(&file, false, true), &certificate, "b.example"), Ok(()));
    }
}

#[test]
fn authorities_come_from_files_and_folders() {
    let folder = Folder::new("files");
    let (one, two) = (authority("one"), authority("two"));
    let bundle = folder.write("bundle.pem", &(one.pem() + &two.pem()));
    assert_eq!(Authorities::of_file(&bundle).unwrap().store().unwrap().len(), 2);
    let sub = Folder::new("sub");
    assert!(matches!(Authorities::of_folder(&sub.0), Err(TrustError::Unreadable(..))));
    sub.write("one", &one.pem());
    sub.write("README", "nothing");
    let both = Authorities::of_folder(&sub.0).unwrap().and(Authorities::of_file(&bundle).unwrap());
    assert_eq!(both.store().unwrap().len(), 3);
    for path in [folder.write("empty", ""), folder.0.join("none")] {
        let Err(TrustError::Unreadable(named, _)) = Authorities::of_file(&path) else {
            unreachable!("{path:?} was read")
        };
        assert_eq!(named, path);
    }
}

#[test]
fn credentials_are_in_one_file_or_in_two() {
    let folder = Folder::new("credentials");
    let key = KeyPair::generate().unwrap();
    let certificate = params("client", IsCa::NoCa).self_signed(&key).unwrap().pem();
    let both = folder.write("both", &(certificate.clone() + &key.serialize_pem()));
    let (certificate, key) = (folder.write("cert", &certificate), folder.write("key", &key.serialize_pem()));
    assert_eq!(Credentials::read(&both, None).unwrap().chain.len(), 1);
    assert_eq!(Credentials::read(&certificate, Some(&key)).unwrap().chain.len(), 1);
    let error = Credentials::read(&certificate, None).unwrap_err();
    assert!(error.to_string().contains("no private key"), "{error}");
}
